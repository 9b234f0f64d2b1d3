"""Presentation: views by side, the display, prompts, event sentences, and the preview of an
order."""

from __future__ import annotations

from . import event_sentences
