insert into memories (id, user_id, title, content, category, importance, conversation_id, message_id, created_at, updated_at) values
  ('memory 1', 'ada', 'Poetry', 'Likes poetry.', 'Interests', 'high', 101, 'question 1', '2026-11-21T16:00:00.000Z', '2026-11-21T16:00:00.000Z');
insert into memory_accounts (user_id, total) values ('ada', 1);
insert into share_snapshots (conversation_id, title, messages) values
  (101, 'Engines', '[{"id":"question 1","role":"user","content":"How does the engine work?","createdAt":"2026-11-21T13:10:00.000Z","status":"complete","answeredBy":null}]');
update conversations set shared_at = '2026-11-21T16:00:00.000Z', share_expires_at = '2099-01-01T00:00:00.000Z' where id = 101;
insert into messages (id, conversation_id, parent_id, ordinal, role, content, status, sequence, created_at, active, feedback, feedback_reason, turns_left_out) values
  ('other answer', 102, 'question 2', 2, 'assistant', 'It does not fail.', 'complete', 1, '2026-11-21T16:00:00.000Z', false, 'bad', 'too short', 3);
update conversations set next_ordinal = 3 where id = 102;
