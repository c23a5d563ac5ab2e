insert into queued_messages (id, conversation_id, place, steers, content, file_ids, pasted, settings, sender_key, client_message_id, token, charged_to, revision, created_at) values
  ('queued 1', 101, 0, true, 'And the wheel?', '["file 1"]', true, '{"webSearch":true}', 'user:ada', 'queued client 1', '{"id":"token 1","name":"Script","appId":null}', '[]', 1, '2026-11-30T15:05:00.000Z'),
  ('queued 2', 101, 1, false, 'Then sum it up.', '[]', false, '{}', 'user:ada', 'queued client 2', null, '[{"key":"browser:one","windows":[{"limit":10,"windowMs":86400000}]}]', 0, '2026-11-30T15:06:00.000Z');
insert into queued_files (queued_id, file_id) values ('queued 1', 'file 1');
insert into queue_pauses (conversation_id, reason, message) values (101, 'stopped', 'You stopped the answer, so these messages wait.');
