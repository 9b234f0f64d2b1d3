"""Patrols (21.41): ships, their aircraft, defensive patrols, submarines."""
