"""What is worked out of a log: the report, the proof, the shots of a battle."""
