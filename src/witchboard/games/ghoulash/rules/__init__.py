"""The rules of GHOULASH as steps, in files that follow the order of play.

legality     what a hide must be (GH-018 to GH-037)
counting     in how many ways icons fit under caps and minimums
offers       where the next icon of a hide may go so that it can still be completed (GH-184)
scattering   hides drawn by the computer (GH-160, GH-178)
hiding       set-up (GH-017 to GH-033)
goals        goals, wounds, deaths, the end (GH-121 to GH-144)
encounters   items, foes, obstacles (GH-072 to GH-120)
walking      a turn's walk (GH-041 to GH-065)
race         mirror play, both explorers at once (GH-159, GH-196)
play         whose turn it is (GH-041 to GH-048, GH-154)
"""
