"""The board generator: public-domain coastlines and hand tables in, compact board files out. A build
tool only.

``make boards`` runs ``tools/make_boards.py`` (numpy, scipy, shapely; no network: the coastlines lie
in ``natural-earth/``). It reads the tables in ``tables/`` and writes ``src/flagplot/boards/data/``,
byte for byte the same on every machine:

* everything the geometry library is given lies on a grid of a thousand-millionth of a hex, in
  closed rings that begin and turn in one way, sorted;
* cells are cut on that same grid;
* solver results are kept in ``tables/fits.json`` like a lock file and solved anew only when their
  anchors change.

A test makes all boards again and compares.

A projection and a hex grid are fitted to the pairs of place and hex that rule texts state; they put
those places within half a hex, and a smooth nudge of a few tenths puts each into its own. Whatever
geography cannot say stands in the tables, each entry with its reason: anchors, seas, sides the cut
is too coarse for (``[[opening]]``; with ``bay`` for a bay too small for it), hexes whose waters are
one though a cape parts them (``one_water``), ports and islands, boxes, lettering.

When a rule or scenario names a hex that we have elsewhere, add the pair to ``anchors`` and run
``make boards``. The run fails if the new fact contradicts its neighbours, and the tests in
``tests/boards/`` say which other facts moved. Never edit the data files.

Readings of ours, all in the tables: Oslo's fjord opens on the Kattegat side of the Skagerrak; Suez
needs KK32, LL32 and MM32; the Kattegat is western, the Black Sea eastern front; Pacific fronts by
sea; the sea zones of the campaign. On the Europa sheets Kiel and Brunsbuttel stand where geography
wants them (the print swaps their ids), and hexes off the printed sheets carry on a neighbour's
numbers. Reefs of atolls are laid along their islets, because the coastlines know the islets alone.
"""
