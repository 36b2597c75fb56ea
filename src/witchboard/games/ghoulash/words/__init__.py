"""What GHOULASH asks and offers, in words: questions, choices, and why something is not possible."""
