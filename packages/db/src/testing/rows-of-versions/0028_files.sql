insert into file_accounts (user_id, bytes) values ('ada', 300);
insert into file_blobs (sha256, size, claimed_until, removing) values
  ('aaaa', 200, '2026-11-26T14:10:00.000Z', false), ('bbbb', 50, '2026-11-26T14:10:00.000Z', false), ('cccc', 100, '2026-11-26T14:10:00.000Z', false);
insert into files (id, user_id, guest_id, name, type, size, sha256, preview_sha256, width, height, pages, characters, unit, about, state, problem, attempts, reading_until, unused_since, created_at) values
  ('file 1', 'ada', null, 'Plan.pdf', 'application/pdf', 200, 'aaaa', null, null, null, 1, 24, 'page', '{"title":"Plan"}', 'ready', null, 1, null, null, '2026-11-26T14:05:00.000Z'),
  ('file 2', 'ada', null, 'Wheel.png', 'image/png', 100, 'cccc', 'bbbb', 640, 480, null, null, null, null, 'ready', null, 0, null, null, '2026-11-26T14:06:00.000Z'),
  ('file 3', null, 'guest', 'Unused.txt', 'text/plain', 100, 'cccc', null, null, null, null, null, null, null, 'failed', 'It could not be read.', 3, '2026-11-26T14:08:00.000Z', '2026-11-26T14:07:00.000Z', '2026-11-26T14:07:00.000Z');
insert into file_pages (file_id, number, part, name, text) values ('file 1', 1, 0, 'First', 'The walrus plans a wheel.');
insert into message_files (message_id, file_id) values ('question 1', 'file 1'), ('question 5', 'file 2');
update messages set files = '[{"id":"file 1","name":"Plan.pdf","type":"application/pdf","size":200,"pages":1,"characters":24,"state":"ready"}]' where id = 'question 1';
update messages set used_files = '[{"fileId":"file 1","name":"Plan.pdf","given":"whole"}]' where id = 'answer 1';
