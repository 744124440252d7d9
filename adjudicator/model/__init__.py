"""What a game is made of: plain frozen data that knows no file format and no ruleset."""
