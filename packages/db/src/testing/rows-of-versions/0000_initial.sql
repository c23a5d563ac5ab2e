insert into users (id, name, email, previous_email, password_hash, needs_password_reset, email_verified_at, access_level, special_features, allow_model_training, memory_enabled, signed_in_at, created_at, updated_at) values
  ('ada', 'Ada Lovelace', 'ada@example.com', 'old-ada@example.com', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g', false, '2026-11-21T13:00:00.000Z', 'supernoek', '["fun"]', false, true, '2026-11-21T14:00:00.000Z', '2026-11-21T13:00:00.000Z', '2026-11-21T13:00:00.000Z'),
  ('ben', 'Ben', 'ben@example.com', null, null, true, null, 'basic', '[]', true, false, null, '2026-11-21T13:01:00.000Z', '2026-11-21T13:01:00.000Z');
insert into guests (id, token_hash, created_at) values ('guest', 'hash of the cookie', '2026-11-21T13:02:00.000Z');
insert into sessions (id, user_id, family_id, user_agent, created_at, last_seen_at, expires_at) values
  ('session of ada', 'ada', 'family of ada', 'Firefox', '2026-11-21T14:00:00.000Z', '2026-11-21T15:00:00.000Z', '2099-01-01T00:00:00.000Z');
insert into cross_domain_tokens (id, user_id, parent_session_id, target_origin, expires_at, consumed_at, made_session_id) values
  ('cross-domain', 'ada', 'session of ada', 'http://chat.localhost:5000', '2026-11-21T14:01:00.000Z', '2026-11-21T14:00:30.000Z', 'session of ada');
insert into email_tokens (id, user_id, purpose, email, name, password_hash, created_at, expires_at, consumed_at) values
  ('sign-up', null, 'signup', 'new@example.com', 'New', '$argon2id$', '2026-11-21T13:00:00.000Z', '2026-11-22T13:00:00.000Z', null),
  ('verification', 'ada', 'verify', 'ada@example.com', null, null, '2026-11-21T13:00:00.000Z', '2026-11-22T13:00:00.000Z', '2026-11-21T13:30:00.000Z');
insert into identities (issuer, subject, user_id, created_at) values ('https://accounts.google.com', '1815', 'ada', '2026-11-21T13:00:00.000Z');
insert into rate_limits (key, arrival_ms) values ('login:203.0.113.0/24', 1795269693191);
insert into conversations (id, user_id, guest_id, title, archived, fun_mode, harmful_mode, head_message_id, next_ordinal, created_at, updated_at, deleted_at) values
  (101, 'ada', null, 'Engines and ёлка', false, true, false, 'answer 1', 2, '2026-11-21T13:10:00.000Z', '2026-11-21T13:11:00.000Z', null),
  (102, 'ada', null, 'Old notes', true, false, true, 'answer 2', 2, '2026-11-21T13:20:00.000Z', '2026-11-21T13:21:00.000Z', null),
  (103, 'ada', null, 'In the trash', false, false, false, null, 0, '2026-11-21T13:30:00.000Z', '2026-11-21T13:30:00.000Z', '2026-11-21T13:40:00.000Z'),
  (104, null, 'guest', 'New conversation', false, false, false, 'answer 3', 2, '2026-11-21T13:30:00.000Z', '2026-11-21T13:31:00.000Z', null);
insert into messages (id, conversation_id, parent_id, ordinal, role, content, status, sender_key, client_message_id, answered_by, error, sequence, created_at) values
  ('question 1', 101, null, 0, 'user', 'How does the engine work, in der Straße?', 'complete', 'u:ada', 'client 1', null, null, 0, '2026-11-21T13:10:00.000Z'),
  ('answer 1', 101, 'question 1', 1, 'assistant', 'With **wheels**.', 'complete', null, null, 'Demo', null, 3, '2026-11-21T13:11:00.000Z'),
  ('question 2', 102, null, 0, 'user', 'Will this fail?', 'complete', 'u:ada', 'client 2', null, null, 0, '2026-11-21T13:20:00.000Z'),
  ('answer 2', 102, 'question 2', 1, 'assistant', '', 'failed', null, null, null, 'The model did not answer.', 0, '2026-11-21T13:21:00.000Z'),
  ('question 3', 104, null, 0, 'user', 'Guests may ask, too?', 'complete', 'g:guest', 'client 3', null, null, 0, '2026-11-21T13:30:00.000Z'),
  ('answer 3', 104, 'question 3', 1, 'assistant', 'Of cou', 'streaming', null, null, null, null, 0, '2026-11-21T13:31:00.000Z');
insert into generations (message_id, boot_id, heartbeat_at, attempts, charge_ids, stop_requested_at, stop_shown_length, created_at) values
  ('answer 3', 'a process of that time', '2026-11-21T13:31:00.000Z', 1, '["charge 1"]', '2026-11-21T13:31:30.000Z', 6, '2026-11-21T13:31:00.000Z');
insert into generation_events (message_id, first_sequence, last_sequence, deltas) values ('answer 3', 1, 2, '["Of ","cou"]');
insert into allowance_accounts (subject, total) values ('user:ada', 1), ('guest:guest', 1);
insert into allowance_ledger (id, subject, amount, total_before, refund_of, created_at) values
  ('charge 1', 'guest:guest', 1, 0, null, '2026-11-21T13:31:00.000Z'),
  ('charge 2', 'user:ada', 1, 0, null, '2026-11-21T13:10:00.000Z'),
  ('charge 3', 'user:ada', 1, 1, null, '2026-11-21T13:20:00.000Z'),
  ('refund 3', 'user:ada', -1, 2, 'charge 3', '2026-11-21T13:21:00.000Z');
insert into audit_log (id, actor_id, action, target_user_id, detail, created_at) values
  ('audit', 'ada', 'user.level', 'ada', '{"level":"supernoek"}', '2026-11-21T13:05:00.000Z');
insert into outbox (id, kind, recipient, subject, text, html, headers, status, attempts, next_attempt_at, last_error, created_at, sent_at) values
  ('mail 1', 'verify-email', 'ada@example.com', 'Confirm', '', '', '{}', 'sent', 2, '2026-11-21T13:00:00.000Z', 'refused once', '2026-11-21T13:00:00.000Z', '2026-11-21T13:00:01.000Z');
