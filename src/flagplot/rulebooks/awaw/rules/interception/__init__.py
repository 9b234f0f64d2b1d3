"""Naval interception (22.1, 22.2): who may meet whom, the dice, the windows every activity passes
through."""
