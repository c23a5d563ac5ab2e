-- Nothing to change: PostgreSQL's index has no lists that are merged.
SELECT 1;
