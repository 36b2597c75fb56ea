"""The vocabulary of games: steps, states, chance, records."""
