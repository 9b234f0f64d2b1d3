"""Naval interception (22.1, 22.2): eligible interceptors, dice, and the windows of each
activity."""
