"""The command line, and play in the terminal."""
