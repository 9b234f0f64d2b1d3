"""What people see and read: views by side, the page, prompts, sentences, what an order that is written draws."""

from . import told  # noqa: F401  (works out what sentences of events say besides their fields)
