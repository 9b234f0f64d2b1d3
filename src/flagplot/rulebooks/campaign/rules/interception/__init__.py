"""Search and interception of missions (6.4)."""
