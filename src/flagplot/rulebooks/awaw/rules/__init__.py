"""Rules of chapter 21 and the parts of other chapters that it needs: checks of orders, their
execution, and their events."""
