from __future__ import annotations
def choice(game, state, seat, option): raise NotImplementedError
def question(game, state, seat): raise NotImplementedError
def tell(game, state, event, observer): return str(event)
def text(game, state, observer, width): return ""
def why_not(game, state, seat, option): return ("not possible now","GS-000")
