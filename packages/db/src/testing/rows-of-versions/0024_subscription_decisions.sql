insert into subscription_decisions (user_id, decision, reason, decided_at, due_at, attempts) values
  ('ada', 'end-with-period', 'They asked for it.', '2026-11-24T04:30:00.000Z', '2098-12-01T00:00:00.000Z', 1);
