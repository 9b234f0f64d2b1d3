"""Scenarios of A World at War: cards, opening positions, scripted events and score."""

from .cards import Card, offered_scenarios, scenario_card
from .start_position import start_state

__all__ = ["Card", "offered_scenarios", "scenario_card", "start_state"]
