update conversations set pinned = true where id = 105;
update messages set added_by_import = true where id = 'answer 5';
insert into archive_jobs (id, user_id, kind, status, done, total, result, created_at, ended_at, expires_at, source, problems, found, cancelled_at, undone_at, undone_removed, undone_kept, vain_starts) values
  ('import 2', 'ada', 'import', 'done', 2, 2, '{"conversations":1,"memories":1}', '2026-11-26T22:00:00.000Z', '2026-11-26T22:01:00.000Z', '2099-01-01T00:00:00.000Z', 'chatgpt', '[]', 1, '2026-11-26T22:01:00.000Z', '2026-11-26T22:02:00.000Z', 1, 1, 1);
insert into imported_conversations (job_id, conversation_id, from_ordinal, to_ordinal, head_before, updated_before, complete) values
  ('import 2', 105, 1, 2, 'question 5', '2026-11-21T16:31:00.000Z', true);
insert into imported_memories (job_id, memory_id) values ('import 2', 'memory 2');
