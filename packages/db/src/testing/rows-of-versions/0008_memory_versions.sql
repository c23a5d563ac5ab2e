update conversations set copied_messages = 1 where id = 105;
insert into memory_versions (id, user_id, memory_id, title, content, category, importance, conversation_id, message_id, saved_by, created_at, updated_at, replaced_at, replaced_by, forgotten_at) values
  ('version 1', 'ada', 'memory 1', 'Poems', 'Likes poems.', 'Interests', 'low', 101, 'question 1', 'answer 1:0', '2026-11-21T16:00:00.000Z', '2026-11-21T16:00:00.000Z', '2026-11-22T05:50:00.000Z', 'answer 1:2', '2026-11-22T05:50:00.000Z');
