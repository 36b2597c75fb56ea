from __future__ import annotations
def view(game, state, observer): return game.dump(state)
