"""Raiders (21.53): groups and their route to an SW box, the Raider Table, the battle in the box,
the transports, the return."""
