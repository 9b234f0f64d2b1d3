"""Rule 36, part by part: night, oil, mines and danger zones, landings and supply, fleets and
repair, Malta, places that fall."""
