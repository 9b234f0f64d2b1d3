"""Advice: candidates and evaluations for the admirals, risks, forecasts and odds for players."""
