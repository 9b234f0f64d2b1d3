"""The naval chapter of a grand campaign whose battles are fought with Panzer General II: secret orders, interception, battle."""

from .book import BOOK

__all__ = ["BOOK"]
