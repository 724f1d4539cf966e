"""A table with pads in a process of its own, to be killed: `table_child.py DB PORTS STORE`."""

import sys
import time

from controller.ledger import Ledger
from controller.pads import Pads
from controller.table import Table

table = Table(Ledger(sys.argv[1]))
table.start()
if table.snapshot().seq == 0:
    table.submit({"cmd": "open", "game": "street", "players": ["Alice", "Bo", "Cara"], "buy_in": 500}).result()
Pads(table, ports=[sys.argv[2]], find=False, store=sys.argv[3]).start()
print("up", flush=True)
while True:
    time.sleep(1)
