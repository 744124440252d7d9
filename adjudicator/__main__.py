"""So that ``python -m adjudicator`` is the command."""

from adjudicator.cli.main import main

if __name__ == "__main__":
    main()
