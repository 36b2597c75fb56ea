"""One live table: seats, commands, undo, the journal. Pure logic but for the stores, which write the journal."""
