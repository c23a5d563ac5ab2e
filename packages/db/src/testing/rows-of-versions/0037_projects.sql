insert into projects (id, user_id, name, instructions, memory, color, import_key, import_job_id, created_at, updated_at, deleted_at, conversations_went, unsettled) values
  ('project 1', 'ada', 'Garden', 'Be brief.', 'own', 'green', 'archive/p1', 'import 2', '2026-11-28T05:20:00.000Z', '2026-11-28T05:20:00.000Z', null, null, false),
  ('project 2', 'ada', 'Old garden', '', 'shared', '#aabbcc', null, null, '2026-11-28T05:20:00.000Z', '2026-11-28T05:20:00.000Z', '2026-11-28T05:25:00.000Z', 'keep', true);
insert into project_files (project_id, file_id, added_at) values ('project 1', 'file 1', '2026-11-28T05:21:00.000Z');
insert into prompts (id, user_id, name, text, position, import_job_id, created_at, updated_at) values
  ('prompt 1', 'ada', 'Sum up', 'Sum up {{text}}', 0, 'import 2', '2026-11-28T05:20:00.000Z', '2026-11-28T05:20:00.000Z'),
  ('prompt 2', null, 'For everybody', 'Explain {{word}}', 0, null, '2026-11-28T05:20:00.000Z', '2026-11-28T05:20:00.000Z');
insert into conversations (id, user_id, title, created_at, updated_at, project_id, former_project_id, temporary) values
  (108, 'ada', 'Roses', '2026-11-28T05:22:00.000Z', '2026-11-28T05:22:00.000Z', 'project 1', null, false),
  (109, 'ada', 'Tulips', '2026-11-28T05:22:00.000Z', '2026-11-28T05:22:00.000Z', null, 'project 2', false),
  (110, 'ada', 'Temporary', '2026-11-28T05:22:00.000Z', '2026-11-28T05:22:00.000Z', null, null, true);
update messages set used_instructions = '[{"project":"Garden","text":"Be brief."}]' where id = 'answer 1';
update users set instructions = 'Call me Countess.' where id = 'ada';
insert into memories (id, user_id, title, content, category, importance, created_at, updated_at, project_id) values
  ('memory 4', 'ada', 'Soil', 'The soil is clay.', 'Other', 'low', '2026-11-28T05:22:00.000Z', '2026-11-28T05:22:00.000Z', 'project 1');
update memory_accounts set total = 4 where user_id = 'ada';
insert into memory_versions (id, user_id, memory_id, title, content, category, importance, created_at, updated_at, replaced_at, project_id) values
  ('version 3', 'ada', 'memory 4', 'Soil', 'The soil is sand.', 'Other', 'low', '2026-11-28T05:22:00.000Z', '2026-11-28T05:22:00.000Z', '2026-11-28T05:23:00.000Z', 'project 1');
