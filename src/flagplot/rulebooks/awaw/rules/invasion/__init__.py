"""Offensive missions of the combat phase: invasions with their combat, bombardment, exploitation
and carrier missions."""
