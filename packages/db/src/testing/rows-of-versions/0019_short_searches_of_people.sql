insert into users (id, name, email, special_features, created_at, updated_at) values ('xi', 'Xi', 'xi@example.com', '[]', '2026-11-22T12:24:00.000Z', '2026-11-22T12:24:00.000Z');
