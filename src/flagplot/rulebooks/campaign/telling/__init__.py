"""What a side is shown and told."""
