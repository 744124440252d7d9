"""What the players of these tests send."""

from __future__ import annotations

SOVIET = """\
game: demo
kind: orders
turn: 1
side: soviet
position: any
orders:
  movement:
    - {move: 36tb, to: 1709}
    - {move: 199rd, path: [1210]}
    - {move: [38cd], path: [2014, 2013]}
  combat:
    - {attack: 0515, with: [175rd, 227rd, 84tb, 169rd, 244rd, 10tb], advance: {175rd: [0515]}}
    - {attack: 0815, with: [13grd, 226rd], air: 1, prefer: retreat}
"""

AXIS = """\
game: demo
kind: orders
turn: 1
side: axis
position: any
orders:
  movement:
    - {move: [23pz-201, 23pz-126, 23pz-128], to: 1014}
  combat: []
  mechanized: []
"""

STANDING = """\
game: demo
kind: standing
side: axis
standing:
  default: {prefer: retreat}
  hexes: {0815: {prefer: lose}}
"""

HEAD = "game: demo\nkind: orders\nturn: 1\nside: soviet\nposition: any\n"
GOOD = HEAD + "orders:\n  movement:\n    - {move: 36tb, to: 1709}\n"
BAD = HEAD + "orders:\n  movement:\n    - {move: 36tb, path: [0101]}\n"

RED = """\
game: red
kind: orders
turn: 1
side: soviet
position: any
orders:
  movement:
    - {move: 44id, path: [1812]}
    - {move: 999rd, path: [1810]}
    - {move: 36tb, path: [9999]}
    - {move: 36tb, path: [1807, 1805]}
    - {move: 199rd, path: [1210, 1110, 1010, 0910]}
    - {move: 175rd, path: [0515]}
    - {move: 103rd, to: 1917}
    - {rail: 47rd, path: [1812, 1813]}
  combat:
    - {attack: 2803, with: [51rd]}
    - {attack: 0515, with: [227rd, 84tb]}
    - {attack: 0815, with: [226rd]}
    - {attack: 0815, with: [226rd]}
"""

GREY = """\
game: grey
kind: orders
turn: 1
side: axis
position: any
orders:
  movement:
    - {move: 175rd, path: [0513]}
    - {move: 44id, path: [1812]}
    - {move: 2rum, path: [2822]}
    - {move: 294id, path: [0415]}
    - {move: 23pz-201, path: [1114, 1116]}
"""
