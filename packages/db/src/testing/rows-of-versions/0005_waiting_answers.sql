update generations set waiting_since = '2026-11-22T03:00:00.000Z' where message_id = 'answer 3';
