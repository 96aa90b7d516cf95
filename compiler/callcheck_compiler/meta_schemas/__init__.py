"""The meta-schemas of the drafts: every schema is checked against that of its dialect before it is compiled."""
