"""The ways in; each thin: request → Memory → reply, no decision here."""
