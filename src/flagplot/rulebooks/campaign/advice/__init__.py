"""Advice of the campaign: orders to consider, their worth, forecasts and odds.

What the admirals evaluate:

* Aims are the seas off ports that score. Ships that score at home go home and stay.
* Merchants sail singly, because a patrol finds one convoy a turn. Submarines wait where most of the
  expected shipping passes.
* The staff's doctrine fights convoy battles, landings and port attacks with units priced in points
  (``priced_staff.py``). Landing boats wait while ships shell the defenders, if there is time.
* Ships leave an attacked port one after another, capital ships first (``port_breakout.py``).
* Merchants under attack run to the far end of the water, to a random row (``merchant_evasion.py``).
* The hunt for a raider in open zones is a game solved from the last turn backwards
  (``raider_hunt.py``).
* A yard repairs a ship where that saves points or lets it sail again (``yard_work.py``).
* Warships other than destroyers sail in twos, because submarines find larger groups more easily.
"""
