"""The naval battle: its orders, the effect of fire, its set-up (6.5, 6.1.7)."""

from __future__ import annotations
