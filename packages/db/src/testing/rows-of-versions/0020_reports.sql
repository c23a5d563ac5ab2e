update conversations set share_taken_down_at = '2026-11-22T12:30:00.000Z' where id = 102;
insert into reports (id, kind, target_id, conversation_id, reason, text, reporter_user_id, reporter_guest_id, version, created_at, updated_at, closed_at, closed_by, closing_note) values
  ('report 1', 'answer', 'answer 1', 101, 'harmful', 'This is wrong.', 'ben', null, 2, '2026-11-22T12:25:00.000Z', '2026-11-22T12:26:00.000Z', '2026-11-22T12:26:00.000Z', 'ada', 'It is right.'),
  ('report 2', 'share', '101', 101, 'other', null, null, 'guest', 1, '2026-11-22T12:25:00.000Z', '2026-11-22T12:25:00.000Z', null, null, null);
