insert into files (id, user_id, name, type, size, sha256, state, created_at, network, copied_from) values
  ('file 4', 'ada', 'Copy of a plan.pdf', 'application/pdf', 200, 'aaaa', 'reading', '2026-11-29T11:48:00.000Z', 'hash of a network', 'file 1');
insert into message_files (message_id, file_id) values ('question 8', 'file 4');
update file_accounts set bytes = 500 where user_id = 'ada';
