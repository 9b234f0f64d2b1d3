"""Advice of A World at War: orders to consider, their worth, forecasts and odds.

What the admirals evaluate, all in the points of the scenario (``loss_points.py``):

* Aims are landings of cargo where it scores, each with its destroyers. A patrol that takes those
  destroyers pays for them.
* Raiders sail in company. Their hunt counts what the round brings and what it keeps off the
  transports.
* A landing covered by carriers takes cruisers and destroyers along, which absorb hits. Spare armour
  sails where points lie behind the beach. An outnumbered side lands by the route with the lowest
  chance of interception, because an intercepted landing turns back.
* An interception weighs the losses of both sides, the cargo that may sink, and whether it can come
  again (``interception_worth.py``).
* Fire, parting shots and losses are counted exactly; other choices of a battle are played on
  (``battle_choices.py``).
"""
