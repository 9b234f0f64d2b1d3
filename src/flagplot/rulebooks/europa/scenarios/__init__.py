"""Scenario cards and starting positions."""
