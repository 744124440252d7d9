"""The games the referee knows, one package each."""
