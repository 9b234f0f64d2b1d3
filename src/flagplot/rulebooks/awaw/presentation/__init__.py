"""What people see and read: views by side, the page, prompts, sentences, what an order that is
written draws."""

from __future__ import annotations

from . import event_sentences
