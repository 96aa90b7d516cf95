"""Rewrites of the intermediate representation for the fast path. What explains is never rewritten."""
