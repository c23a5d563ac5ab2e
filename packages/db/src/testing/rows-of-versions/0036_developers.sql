insert into memories (id, user_id, title, content, category, importance, created_at, updated_at, app) values
  ('memory 3', 'ada', 'Looms', 'Has seen looms.', 'Interests', 'normal', '2026-11-27T12:30:00.000Z', '2026-11-27T12:30:00.000Z', 'Editor');
update memory_accounts set total = 3 where user_id = 'ada';
insert into memory_versions (id, user_id, memory_id, title, content, category, importance, created_at, updated_at, replaced_at, app) values
  ('version 2', 'ada', 'memory 3', 'Loom', 'Has seen a loom.', 'Interests', 'normal', '2026-11-27T12:30:00.000Z', '2026-11-27T12:30:00.000Z', '2026-11-27T12:31:00.000Z', 'Editor');
insert into connected_apps (id, user_id, client_id, name, scopes, refresh_hash, used_refresh_hash, refresh_expires_at, created_at, last_used_at) values
  ('app', 'ada', 'https://editor.example/client.json', 'Editor', '["chat"]', 'hash 2', 'hash 1', '2099-01-01T00:00:00.000Z', '2026-11-27T12:30:00.000Z', '2026-11-27T12:31:00.000Z');
insert into api_tokens (id, user_id, app_id, name, token_hash, scopes, created_at, expires_at) values
  ('token 2', 'ada', 'app', 'Editor', 'hash of the access token', '["chat"]', '2026-11-27T12:30:00.000Z', '2099-01-01T00:00:00.000Z');
insert into app_authorizations (id, kind, user_code, user_id, client_id, client_name, scopes, device, network, redirect_uri, code_challenge, status, created_at, expires_at, polled_at, consumed_at, app_id) values
  ('authorization 1', 'redirect', null, 'ada', 'https://editor.example/client.json', 'Editor', '["chat"]', null, null, 'http://127.0.0.1/back', 'challenge', 'allowed', '2026-11-27T12:30:00.000Z', '2026-11-27T12:40:00.000Z', null, '2026-11-27T12:31:00.000Z', 'app'),
  ('authorization 2', 'device', 'hash of the code', null, 'noek-command', 'noek', '["all"]', 'noek', '203.0.113.0/24', null, null, 'waiting', '2026-11-27T12:30:00.000Z', '2026-11-27T12:40:00.000Z', '2026-11-27T12:32:00.000Z', null, null);
insert into repeatable_requests (id, user_id, body_hash, boot_id, answer, created_at) values
  ('request', 'ada', 'hash', 'a process of that time', 'encrypted', '2026-11-27T12:30:00.000Z');
insert into token_messages (token_id, day, user_id, messages) values ('app', '2026-11-27', 'ada', 4);
insert into webhooks (id, user_id, is_for_everybody, url, events, secret, created_at, changed_at, stopped_at, stopped_because) values
  ('webhook', 'ada', false, 'https://hooks.example/', '["answer.finished"]', 'encrypted', '2026-11-27T12:30:00.000Z', '2026-11-27T12:30:00.000Z', '2026-11-27T12:31:00.000Z', 'gone');
insert into webhook_deliveries (id, webhook_id, conversation_id, about_user_id, event, body, status, attempts, next_attempt_at, sending_until, tried_until, created_at, delivered_at, answer_status, problem) values
  ('delivery 1', 'webhook', 101, 'ada', 'answer.finished', 'encrypted', 'delivered', 2, '2026-11-27T12:30:00.000Z', '2026-11-27T12:30:10.000Z', '2026-11-28T12:30:00.000Z', '2026-11-27T12:30:00.000Z', '2026-11-27T12:30:05.000Z', 200, 'It answered 503 at first.');
