insert into files (id, user_id, name, type, size, sha256, state, created_at, pages, unit, read_as, scans, scans_left, read_with) values
  ('file 5', 'ada', 'Scanned.pdf', 'application/pdf', 200, 'aaaa', 'ready', '2026-11-29T15:29:00.000Z', 2, 'page', 'Latin-1', 2, 1, 3);
insert into file_scans (file_id, number, state, attempts, reading_until) values
  ('file 5', 1, 'hard', 1, null), ('file 5', 2, 'waiting', 1, '2026-11-29T15:30:00.000Z');
insert into message_files (message_id, file_id) values ('question 8', 'file 5');
update file_accounts set bytes = 700 where user_id = 'ada';
