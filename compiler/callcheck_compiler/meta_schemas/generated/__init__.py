"""The meta-schemas as validators, a module for each draft; written by scripts/generate."""
