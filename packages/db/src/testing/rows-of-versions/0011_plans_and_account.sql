insert into conversations (id, user_id, title, created_at, updated_at, import_key) values
  (106, 'ada', 'Imported', '2026-11-22T08:50:00.000Z', '2026-11-22T08:50:00.000Z', 'archive/7');
update sessions set time_zone = 'Europe/London' where id = 'session of ada';
update users set premium_until = '2099-01-01T00:00:00.000Z' where id = 'ada';
insert into api_tokens (id, user_id, name, token_hash, scopes, created_at, expires_at, last_used_at) values
  ('token 1', 'ada', 'Script', 'hash of the token', '["read","chat"]', '2026-11-22T08:50:00.000Z', '2099-01-01T00:00:00.000Z', '2026-11-22T09:00:00.000Z');
insert into archive_jobs (id, user_id, kind, status, done, total, bytes, result, error, boot_id, heartbeat_at, attempts, created_at, ended_at, expires_at) values
  ('export', 'ada', 'export', 'done', 9, 9, 1234, null, null, 'a process of that time', '2026-11-22T08:50:01.000Z', 1, '2026-11-22T08:50:00.000Z', '2026-11-22T08:50:02.000Z', '2099-01-01T00:00:00.000Z'),
  ('import', 'ada', 'import', 'failed', 1, 2, null, '{"conversations":1}', 'The archive is damaged.', null, null, 1, '2026-11-22T08:50:00.000Z', '2026-11-22T08:50:02.000Z', '2099-01-01T00:00:00.000Z');
insert into payment_customers (user_id, customer_id, provider, email, attempt, reconciled_at, created_at) values
  ('ada', 'cus_1', 'sandbox', 'ada@example.com', 2, '2026-11-22T08:50:00.000Z', '2026-11-22T08:50:00.000Z');
insert into payment_events (id, type, received_at) values ('evt_1', 'invoice.paid', '2026-11-22T08:50:00.000Z');
insert into sandbox_events (id, user_id, data, attempts, next_attempt_at, created_at) values ('evt_2', 'ada', '{}', 1, '2026-11-22T08:50:00.000Z', '2026-11-22T08:50:00.000Z');
insert into sandbox_objects (id, kind, user_id, customer_id, data, due_at, version, created_at) values
  ('cus_1', 'customer', 'ada', 'cus_1', '{"id":"cus_1"}', '2099-01-01T00:00:00.000Z', 1, '2026-11-22T08:50:00.000Z');
insert into sandbox_requests (key, user_id, request_hash, response, created_at) values ('request 1', 'ada', 'hash', '{"status":200,"body":{}}', '2026-11-22T08:50:00.000Z');
insert into subscriptions (id, user_id, customer_id, status, cancel_at_period_end, cancel_at, current_period_end, refunded, disputed, card_brand, card_last4, created_at, read_at, version) values
  ('sub_1', 'ada', 'cus_1', 'active', true, '2098-12-01T00:00:00.000Z', '2098-12-01T00:00:00.000Z', false, false, 'Visa', '4242', '2026-11-22T08:50:00.000Z', '2026-11-22T08:51:00.000Z', 3);
