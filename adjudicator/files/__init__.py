"""Reading and writing of the files that people and the referee exchange."""
