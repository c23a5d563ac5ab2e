insert into messages (id, conversation_id, parent_id, ordinal, role, content, status, created_at, app) values
  ('question 8', 108, null, 0, 'user', 'When do I cut roses?', 'complete', '2026-11-29T07:03:00.000Z', 'Editor');
update conversations set head_message_id = 'question 8', next_ordinal = 1 where id = 108;
