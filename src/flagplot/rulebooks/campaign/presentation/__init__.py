"""The presentation to players: views by side, the game page, prompts, sentences, previews of
orders."""

from __future__ import annotations

from . import event_sentences
