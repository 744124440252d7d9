"""A second Kharkov: the hard parts once more, slow and plain, written from the rulebook and not from the product.

Everything here is text and sets: a hex is its printed number (``0819``), a hexside a frozenset of two numbers. Nothing
is remembered from one position to another except the map itself. Only data are taken from the product: map, counters,
tables, units.
"""
