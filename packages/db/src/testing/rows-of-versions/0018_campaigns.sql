update users set unsubscribed_at = '2026-11-22T10:50:00.000Z' where id = 'ben';
insert into campaigns (id, created_by, recipient_type, subject, content, format, status, total, unsubscribed, suspended, created_at, ended_at, results) values
  ('campaign', 'ada', 'all', 'News', 'We have **news**.', 'markdown', 'done', 1, 1, 1, '2026-11-22T10:50:00.000Z', '2026-11-22T10:51:00.000Z', '{"sent":1}');
insert into outbox (id, kind, recipient, subject, text, html, headers, status, next_attempt_at, created_at, sent_at, campaign_id) values
  ('mail 3', 'campaign', 'ada@example.com', '', '', '', '{}', 'sent', '2026-11-22T10:50:00.000Z', '2026-11-22T10:50:00.000Z', '2026-11-22T10:50:01.000Z', 'campaign');
