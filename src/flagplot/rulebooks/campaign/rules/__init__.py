"""The rules, divided as chapter 6 is: the check of each order, its execution, and its events."""
