"""6.5, 6.1.7 The naval battle: who may do what, what fire costs, how it is set up."""

from __future__ import annotations
