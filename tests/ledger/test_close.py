"""A ledger that is closed while another thread writes ends with a sentence, not with the process."""

from __future__ import annotations

import threading

from controller.ledger import Ledger, LedgerError, stamp


def test_closed_under_a_writer(tmp_path):
    for number in range(20):
        ledger = Ledger(tmp_path / f"{number}.db")
        refused, writing = [], threading.Event()

        def write(ledger=ledger, refused=refused, writing=writing) -> None:
            try:
                while True:
                    ledger.append({"cmd": "x"}, [{"type": "x"}] * 50, stamp())
                    writing.set()
            except LedgerError as error:
                refused.append(error)

        writer = threading.Thread(target=write)
        writer.start()
        assert writing.wait(10)
        ledger.close()
        writer.join(10)
        assert len(refused) == 1
