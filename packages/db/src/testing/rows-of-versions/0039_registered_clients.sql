insert into registered_clients (id, name, redirect_uris, allowed_at, created_at, expires_at) values
  ('client', 'Helper', '["http://127.0.0.1/back"]', '2026-11-29T07:05:00.000Z', '2026-11-29T07:04:00.000Z', '2099-01-01T00:00:00.000Z');
