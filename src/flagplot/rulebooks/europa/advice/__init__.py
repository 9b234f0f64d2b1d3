"""Advice for computer admirals and forecasts for players: candidates, evaluations, odds."""
