insert into conversations (id, user_id, title, created_at, updated_at, import_key, import_job_id) values
  (107, 'ben', 'Half imported', '2026-11-22T09:18:00.000Z', '2026-11-22T09:18:00.000Z', 'archive/8', 'import');
