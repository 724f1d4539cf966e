"""The demo: simulated players at a simulated table, through the real vision, table and ledger."""
