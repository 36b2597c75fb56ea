"""`python -m witchboard`: the command line."""

from witchboard.terminal.cli import main

if __name__ == "__main__":
    main()
