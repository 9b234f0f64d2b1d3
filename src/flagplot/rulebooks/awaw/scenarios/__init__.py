"""Scenarios of A World at War: cards, opening positions, scripted events and score."""

from .cards import IDS, Card, card, scenarios
from .opening import start_state

__all__ = ["IDS", "Card", "card", "scenarios", "start_state"]
