"""flagplot: a referee and table for the naval rules of three World War II strategic wargames."""

__version__ = "0.2.0"
