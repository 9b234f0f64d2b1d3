"""Naval interception and naval combat of A World at War: chapters 22 and 23 as far as chapter 21 leans on them.

``ships`` holds the small situations, ``charts`` the table look-ups, ``dice`` how dice are read; ``combat`` and its
neighbours are the procedure of a battle, ``interception`` who may try and with how many dice, ``windows`` the tie to the
campaign. Only ``windows`` and ``lens`` know the campaign state.
"""
