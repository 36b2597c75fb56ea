"""The web: pages, sockets, storage. All input and output of the table lives here."""
