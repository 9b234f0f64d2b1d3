"""Rule 36: movement at night, oil."""
