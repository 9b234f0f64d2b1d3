"""6.5.2 to 6.5.4 Battles for a shore: who may attack what, what stands in them, and what they leave
behind."""
