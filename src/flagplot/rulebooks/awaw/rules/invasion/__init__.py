"""Offensive missions of the combat phase: invasions and their combat, bombardment, exploitation,
carrier missions."""
