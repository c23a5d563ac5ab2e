insert into messages (id, conversation_id, parent_id, ordinal, role, content, status, created_at) values
  ('answer 5', 105, 'question 5', 1, 'assistant', 'A giraffe, наверное.', 'complete', '2026-11-26T01:37:00.000Z');
update conversations set next_ordinal = 2, head_message_id = 'answer 5', updated_at = '2026-11-26T01:37:00.000Z' where id = 105;
