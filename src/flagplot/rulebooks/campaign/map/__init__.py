"""Where a campaign is played: squares, charts of the theatres, the ocean map of a battle."""
