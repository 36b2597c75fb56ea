"""What a position consists of, and what each part is worth in thousandths of the log-odds of winning.

The prices were fitted to the outcomes of games the villager played against the box (`bench/fit_villager.py`).
"""

from __future__ import annotations

from typing import Final

BIAS: Final = 0  # a game not yet lost
HAUNTED_ONE: Final = 1  # one tile more and the village is at the brink
HAUNTED_TWO: Final = 2  # the next haunted tile loses the game
CIRCLE_HAUNTED: Final = 3
TEMPLE_HAUNTED: Final = 4
CEMETERY_HAUNTED: Final = 5
ALTAR_HAUNTED: Final = 6
HERBALIST_HAUNTED: Final = 7
SORCERER_HAUNTED: Final = 8
WATCHMAN_HAUNTED: Final = 9
PAVILION_HAUNTED: Final = 10
TEA_HOUSE_HAUNTED: Final = 11
HAUNTS_NONE: Final = 12  # expected hauntings of the coming round, with no tile haunted
HAUNTS_ONE: Final = 13
HAUNTS_TWO: Final = 14
LATER_NONE: Final = 15  # Haunters that will haunt the round after
LATER_ONE: Final = 16
LATER_TWO: Final = 17
CURSES: Final = 18  # expected rolls of the Curse die by Tormentors
CURSES_TWO: Final = 19  # the same at the brink
OVERRUNS: Final = 20  # expected
DEATHS: Final = 21  # expected
DEAD: Final = 22
QI_ONE: Final = 23  # a living Taoist with 1 Qi
QI_TWO: Final = 24
QI_THREE: Final = 25
QI_FOUR: Final = 26
QI_MORE: Final = 27
NEUTRAL_QI: Final = 28  # each Qi of neutral boards
POSSESSED: Final = 29  # neutral boards without Qi
YIN_YANG: Final = 30  # each
YIN_YANG_FIRST: Final = 31  # at least one
YIN_YANG_TWO: Final = 32  # at least one at the brink
LOCKED: Final = 33  # a living Taoist's power that is off
GHOSTS: Final = 34  # each in play
FULL: Final = 35  # boards with three ghosts
PAIR: Final = 36  # boards with two ghosts
THREATS: Final = 37  # the threats below, of ghosts that will still be there after the coming round
ALIVE: Final = 38  # ghosts still there after the coming round
FIGURES: Final = 39  # figurines on the first icon
HIGH: Final = 40  # ghosts of resistance 3 or more
IMMUNE: Final = 41  # ghosts that no die harms
CAPTIVE_ONE: Final = 42  # dice captured
CAPTIVE_TWO: Final = 43
CAPTIVE_THREE: Final = 44
TAO_LOCKED: Final = 45
TAO: Final = 46  # each Tao token held
TAO_BLACK: Final = 47  # each black one besides
TAO_MATCHED: Final = 48  # tokens that ghosts in play ask for, each
TAO_KINDS: Final = 49  # colours of which somebody holds a token
CIRCLE_SET: Final = 50
CIRCLE_MATCHED: Final = 51  # ghosts in play the Circle eases
CIRCLE_BLACK: Final = 52
BUDDHAS_HELD: Final = 53  # each
BUDDHAS_LAID: Final = 54  # each on an empty space
BUDDHAS_SURE: Final = 55  # those that cover their board's last free space
DECK: Final = 56  # each ten cards above the next incarnation
DECK_LAST: Final = 57  # none left above: each ten cards left
LEFT_TWO: Final = 58  # two incarnations left
LEFT_THREE: Final = 59
LEFT_FOUR: Final = 60
IN_PLAY: Final = 61  # incarnations in play, each
WU_FENG_FALLS: Final = 62  # the expected number of incarnations exorcised in the coming round
WU_FENG_POOLED: Final = 63  # the best chance with all tokens together
WU_FENG_LACKS: Final = 64  # hits they lack with all tokens together
LAST_CARDS: Final = 65  # the last incarnation in play: ten cards less one by one
HOWLING_NIGHTMARE: Final = 66
UNCATCHABLE: Final = 67
HOPE_KILLER: Final = 68
DEATH_ARMY: Final = 69
FORGOTTEN_ONES: Final = 70
BONE_CRACKER: Final = 71
DARK_MISTRESS: Final = 72
CREEPING_HORROR: Final = 73
VAMPIRE_LORD: Final = 74
NAMELESS: Final = 75
PLAYERS_ONE: Final = 76
PLAYERS_TWO: Final = 77
PLAYERS_THREE: Final = 78
TAOISTS_OUT: Final = 79  # living Taoists on edge tiles or corners
CORNERS: Final = 80  # on a corner
STANDS: Final = 81  # threat of any ghost in play (from here on: no amounts of their own)
HAUNTS: Final = 82  # more for a Haunter
AT_THE_EDGE: Final = 83  # more with its figurine on the first icon
TORMENTS: Final = 84
LOCKS_TAO: Final = 85
LOCKS_POWER: Final = 86
HOLDS_DIE: Final = 87
NO_DIE_HARMS: Final = 88
WU_FENG: Final = 89  # an incarnation
COUNT: Final = 90

PRICES: Final[list[int]] = [
    600,  # BIAS
    -300,  # HAUNTED_ONE
    -1100,  # HAUNTED_TWO
    -50,  # CIRCLE_HAUNTED
    -50,  # TEMPLE_HAUNTED
    -50,  # CEMETERY_HAUNTED
    -100,  # ALTAR_HAUNTED
    -50,  # HERBALIST_HAUNTED
    -100,  # SORCERER_HAUNTED
    -50,  # WATCHMAN_HAUNTED
    -50,  # PAVILION_HAUNTED
    -50,  # TEA_HOUSE_HAUNTED
    -450,  # HAUNTS_NONE
    -800,  # HAUNTS_ONE
    -2000,  # HAUNTS_TWO
    -200,  # LATER_NONE
    -350,  # LATER_ONE
    -900,  # LATER_TWO
    -200,  # CURSES
    -500,  # CURSES_TWO
    -300,  # OVERRUNS
    -1000,  # DEATHS
    -600,  # DEAD
    0,  # QI_ONE
    400,  # QI_TWO
    700,  # QI_THREE
    900,  # QI_FOUR
    1000,  # QI_MORE
    50,  # NEUTRAL_QI
    -300,  # POSSESSED
    200,  # YIN_YANG
    150,  # YIN_YANG_FIRST
    200,  # YIN_YANG_TWO
    -80,  # LOCKED
    -80,  # GHOSTS
    -200,  # FULL
    -60,  # PAIR
    1000,  # THREATS
    -40,  # ALIVE
    -50,  # FIGURES
    -40,  # HIGH
    -40,  # IMMUNE
    -150,  # CAPTIVE_ONE
    -500,  # CAPTIVE_TWO
    -900,  # CAPTIVE_THREE
    -200,  # TAO_LOCKED
    40,  # TAO
    60,  # TAO_BLACK
    20,  # TAO_MATCHED
    20,  # TAO_KINDS
    30,  # CIRCLE_SET
    60,  # CIRCLE_MATCHED
    40,  # CIRCLE_BLACK
    150,  # BUDDHAS_HELD
    200,  # BUDDHAS_LAID
    60,  # BUDDHAS_SURE
    -100,  # DECK
    -300,  # DECK_LAST
    -1500,  # LEFT_TWO
    -2500,  # LEFT_THREE
    -3500,  # LEFT_FOUR
    -100,  # IN_PLAY
    1500,  # WU_FENG_FALLS
    800,  # WU_FENG_POOLED
    -80,  # WU_FENG_LACKS
    -600,  # LAST_CARDS
    0,  # HOWLING_NIGHTMARE
    -200,  # UNCATCHABLE
    -200,  # HOPE_KILLER
    -200,  # DEATH_ARMY
    -100,  # FORGOTTEN_ONES
    -100,  # BONE_CRACKER
    0,  # DARK_MISTRESS
    -100,  # CREEPING_HORROR
    -200,  # VAMPIRE_LORD
    -200,  # NAMELESS
    -300,  # PLAYERS_ONE
    -200,  # PLAYERS_TWO
    -100,  # PLAYERS_THREE
    0,  # TAOISTS_OUT
    20,  # CORNERS
    48,  # STANDS
    48,  # HAUNTS
    150,  # AT_THE_EDGE
    72,  # TORMENTS
    96,  # LOCKS_TAO
    48,  # LOCKS_POWER
    120,  # HOLDS_DIE
    20,  # NO_DIE_HARMS
    700,  # WU_FENG
]
