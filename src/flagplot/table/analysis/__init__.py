"""Results computed from a log: the report, the proof, the shots of a battle."""
