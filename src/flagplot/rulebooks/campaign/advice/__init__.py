"""Advice: candidate orders, evaluations, forecasts."""
