"""Advice of Europa: orders to consider, their worth, plans, forecasts and odds.

What the admirals evaluate, all in points of the scenario:

* Aims are cargo to cover, a carrier's flight, ships that count at home, and mines on the route of
  cargo. Cargo waits for a swept lane while there is time (``minesweeping.py``).
* Routes are the cheapest: belts, batteries and hexes near enemy airbases are priced as hexes of
  detour (``route_dangers.py``). Cargo that aircraft search for considers the night.
* Torpedoes, batteries and guns aim where a hit costs most. Gunfire is prepared in time and kept
  until troops are ashore (``gunfire_worth.py``).
* A search is worth the blows it allows, less what the barred airbase would find later
  (``search_worth.py``). An airbase keeps its one blow of the step for dearer prey.
* Battles have no playouts: the admirals fight on, break off and activate reserves by what a round
  brings and costs (``fire_worth.py``).
"""
