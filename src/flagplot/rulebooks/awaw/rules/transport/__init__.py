"""Transport by sea (21.35, 21.43, 21.6): cargo, sea transport, sea supply, sea escort."""
