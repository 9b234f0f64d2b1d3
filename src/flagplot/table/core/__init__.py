"""What every rule is written with: requests, the table, verdicts, rolls, dice, errors, ids,
memos."""
