-- Triggers have written the index.
select 1;
