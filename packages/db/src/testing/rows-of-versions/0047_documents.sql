update conversations set share_includes_documents = true where id = 101;
insert into documents (id, conversation_id, title, kind, version, source_key, import_key, import_job_id, created_at, updated_at, share_token, shared_at, share_expires_at, shared_version, shared_title, share_taken_down_at, in_search) values
  ('document 1', 101, 'Plan', 'markdown', 2, 'answer 1:0', 'import key', 'job 1', '2026-11-30T14:05:00.000Z', '2026-11-30T14:06:00.000Z', 'token 1', '2026-11-30T14:06:00.000Z', '2027-11-30T14:06:00.000Z', 1, 'Plan', '2026-11-30T14:07:00.000Z', true);
insert into document_versions (document_id, number, content, made_by, message_id, call_key, created_at) values
  ('document 1', 1, '# Plan', 'answer', 'answer 1', 'call 1', '2026-11-30T14:05:00.000Z'),
  ('document 1', 2, '# Plan, changed', 'person', null, null, '2026-11-30T14:06:00.000Z');
insert into share_documents (conversation_id, document_id, title, version) values (101, 'document 1', 'Plan', 1);
update messages set documents = '[{"id":"document 1","title":"Plan","kind":"markdown","version":1}]' where id = 'answer 1';
