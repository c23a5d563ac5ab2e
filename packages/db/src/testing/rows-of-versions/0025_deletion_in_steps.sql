insert into users (id, name, email, special_features, created_at, updated_at, deleted_at) values
  ('gone', 'Gone', 'gone@example.com', '[]', '2026-11-24T04:49:00.000Z', '2026-11-24T04:49:00.000Z', '2026-11-24T04:50:00.000Z');
insert into leases (name, boot_id, until) values ('deletions', 'a process of that time', '2026-11-24T04:50:00.000Z');
