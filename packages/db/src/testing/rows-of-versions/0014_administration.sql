insert into users (id, name, email, special_features, created_at, updated_at, suspended_at) values
  ('sus', 'Sus Pended', 'sus@example.com', '[]', '2026-11-22T09:50:00.000Z', '2026-11-22T09:50:00.000Z', '2026-11-22T09:55:00.000Z');
