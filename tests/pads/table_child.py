"""A table with pads in a process of its own, to be killed: `table_child.py DB PORTS STORE PLAYER`.

Prints what a tap on the player's pad may mean (for, against, off), each time it changes, once his lights say so.
"""

import sys
import time

from controller.ledger import Ledger
from controller.pads import Pads
from controller.table import Table

db, ports, store, player = sys.argv[1:]
table = Table(Ledger(db))
table.start()
if table.snapshot().seq == 0:
    table.submit({"cmd": "open", "game": "street", "players": ["Alice", "Bo", "Cara"], "buy_in": 500}).result()
pads = Pads(table, ports=[ports], find=False, store=store)
pads.start()
told = None
while True:
    takes = [meaning for meaning in ("for", "against", "off") if pads.takes(player, meaning)]
    if takes and takes != told:
        told = takes
        print(*takes, flush=True)
    time.sleep(0.002)
