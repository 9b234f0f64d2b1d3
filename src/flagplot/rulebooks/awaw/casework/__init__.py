"""The casebook's own lines of position and fact."""
