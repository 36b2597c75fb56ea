"""The rules of GHOULASH as steps, in files that follow the order of play.

legality     what a hide must be (GH-018 to GH-037)
counting     in how many ways icons fit under caps and minimums
offers       where the next icon of a hide may go so that it can still be completed (GH-184)
lots         drawing what lies unseen
leanings     what an expert keeper leans to in each scenario (GH-179)
habits       how gladly keepers of each level use each square (GH-178, GH-179)
keepers      hides as keepers of each level hide (GH-178, GH-179)
scattering   hides drawn by the computer (GH-160)
hiding       set-up (GH-017 to GH-033)
goals        goals, wounds, deaths, the end (GH-121 to GH-144)
encounters   items, foes, obstacles (GH-072 to GH-120)
walking      a turn's walk (GH-041 to GH-065)
turns        how a turn begins and ends (GH-042 to GH-048)
race         mirror play, both explorers at once (GH-159, GH-196)
play         whose turn it is (GH-041 to GH-048, GH-154)
exploring    a hide explored by a bot again and again (GH-167)
resigning    giving up (GH-189, GH-194)
imagining    hides that agree with what is known (GH-145 to GH-148, GH-172)
worlds       whole positions that agree with what a seat knows (GH-145 to GH-148)
"""
