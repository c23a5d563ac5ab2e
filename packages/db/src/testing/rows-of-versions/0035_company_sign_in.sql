insert into identities (issuer, subject, user_id, created_at, admin_since) values
  ('https://login.example.com', 'xi', 'xi', '2026-11-27T07:50:00.000Z', '2026-11-27T07:50:00.000Z');
insert into company_logins (id, family_id, user_id, provider, issuer, subject, sid, refresh_token, checked_at) values
  ('login', 'family of xi', 'xi', 'company', 'https://login.example.com', 'xi', 'sid', 'encrypted', '2026-11-27T07:50:00.000Z');
