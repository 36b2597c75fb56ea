"""The rules of Ghost Stories as steps, in files that follow the order of play.

`setup` the table is laid; `turn` a turn and its Yin phase; `ghosts` ghosts arrive and act; `haunting` tiles turn;
`losses` Qi and Tao are lost; `yang` what a Taoist does; `help`, `herbalist`, `pavilion` the villagers; `exorcism`,
`requirement`, `result` the dice and what they reach; `rewards` curses, rewards, victory; `board` who lives, who
chooses, the supply.
"""
