"""Scenarios of A World at War: cards, opening positions, scripted events and score."""

from .cards import Card, card, on_offer
from .start_position import start_state

__all__ = ["Card", "card", "on_offer", "start_state"]
