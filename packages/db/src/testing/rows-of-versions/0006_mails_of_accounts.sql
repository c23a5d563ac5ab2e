insert into outbox (id, kind, recipient, subject, text, html, headers, status, next_attempt_at, created_at, sent_at, user_id, forget_when_done) values
  ('mail 2', 'account-deleted', 'ada@example.com', 'Goodbye', '', '', '{}', 'sent', '2026-11-22T03:30:00.000Z', '2026-11-22T03:30:00.000Z', '2026-11-22T03:30:01.000Z', 'ada', true);
