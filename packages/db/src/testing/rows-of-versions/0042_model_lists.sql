insert into model_lists (id, list, picked, read_at, next_read_at) values
  ('openai https://api.example.com', '[{"id":"large","endsAt":null,"window":128000}]', 'large', '2026-11-29T11:48:00.000Z', '2026-11-29T12:48:00.000Z');
insert into model_notices (model, ends_at, days, created_at) values ('small', '2026-12-24', 30, '2026-11-29T11:48:00.000Z');
