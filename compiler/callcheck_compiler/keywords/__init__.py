"""The keyword table: one row a keyword, in family files; `dialects` says which rows each draft has."""
