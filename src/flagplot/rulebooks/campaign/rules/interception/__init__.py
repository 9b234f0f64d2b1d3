"""6.4 Who spots and who may meet which mission."""
