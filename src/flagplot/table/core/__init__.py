"""Building blocks of every rule: requests, the table, verdicts, rolls, dice, errors, ids, memos."""
