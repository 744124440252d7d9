"""Rules of the Kharkov game."""
