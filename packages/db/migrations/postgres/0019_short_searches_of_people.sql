-- Nothing to change: the runs that PostgreSQL keeps begin with one character.
SELECT 1;
