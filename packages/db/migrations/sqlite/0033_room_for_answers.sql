-- Nothing to change: SQLite changes rows in place.
SELECT 1;
