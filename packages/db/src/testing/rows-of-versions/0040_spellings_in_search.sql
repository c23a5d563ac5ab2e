insert into messages (id, conversation_id, parent_id, ordinal, role, content, status, created_at) values
  ('answer 8', 108, 'question 8', 1, 'assistant', 'Im März, an der großen Mauer.', 'complete', '2026-11-29T11:47:00.000Z');
update conversations set head_message_id = 'answer 8', next_ordinal = 2 where id = 108;
