"""A World at War, chapter 21: naval operations."""

from .book import BOOK

__all__ = ["BOOK"]
