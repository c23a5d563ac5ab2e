insert into email_tokens (id, user_id, purpose, email, created_at, expires_at, family_id) values
  ('reset', 'ada', 'reset', 'ada@example.com', '2026-11-27T07:30:00.000Z', '2026-11-27T08:30:00.000Z', 'family of ada');
insert into sessions (id, user_id, family_id, user_agent, created_at, last_seen_at, expires_at, method, proven_at) values
  ('session of xi', 'xi', 'family of xi', 'Safari', '2026-11-27T07:30:00.000Z', '2026-11-27T07:30:00.000Z', '2099-01-01T00:00:00.000Z', 'passkey', '2026-11-27T07:30:00.000Z');
update users set second_factor_at = '2026-11-27T07:30:00.000Z', passkey_offered_at = '2026-11-27T07:29:00.000Z' where id = 'xi';
insert into auth_challenges (id, purpose, user_id, method, expires_at, consumed_at) values
  ('challenge', 'second-factor', 'xi', 'password', '2026-11-27T07:35:00.000Z', '2026-11-27T07:31:00.000Z');
insert into authenticators (user_id, secret, created_at, confirmed_at, last_step, reset_asked_at, reset_next_at) values
  ('xi', 'encrypted', '2026-11-27T07:30:00.000Z', '2026-11-27T07:31:00.000Z', 59842315, '2026-11-27T07:32:00.000Z', '2099-01-01T00:00:00.000Z');
insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at, last_used_at) values
  ('passkey', 'xi', 'credential', 'key', 7, '["internal"]', 'Phone', '2026-11-27T07:30:00.000Z', '2026-11-27T07:31:00.000Z');
insert into recovery_codes (id, user_id, used_at) values ('code', 'xi', '2026-11-27T07:31:00.000Z');
insert into security_events (id, user_id, kind, device, network, detail, at) values
  ('event', 'xi', 'passkey-added', 'Safari', '203.0.113.0/24', 'Phone', '2026-11-27T07:30:00.000Z');
