"""Naval movement (32.A): groups, routes by water, and movement points with the activities that they
pay for."""
