insert into conversations (id, user_id, title, head_message_id, next_ordinal, created_at, updated_at) values
  (105, 'ada', 'Searched title', 'question 5', 1, '2026-11-21T16:30:00.000Z', '2026-11-21T16:31:00.000Z');
insert into messages (id, conversation_id, parent_id, ordinal, role, content, status, created_at) values
  ('question 5', 105, null, 0, 'user', 'A zebra in the Straße', 'complete', '2026-11-21T16:31:00.000Z');
