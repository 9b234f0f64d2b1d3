"""Patrols (21.41): their ships and aircraft, defensive patrols, submarine patrols."""
