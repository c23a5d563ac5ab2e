update conversations set web_search = true, model = 'demo' where id = 101;
update generations set model = 'demo' where message_id = 'answer 3';
update messages set
  steps = '[{"id":"1","kind":"search","status":"done","text":"Searching the web for engines","url":null,"memoryId":null,"at":0}]',
  sources = '[{"number":1,"url":"https://example.org/","title":"Engines","site":"example.org","quote":"Engines have wheels."}]',
  used_memories = '[{"id":"memory 1","title":"Poetry"}]',
  reasoning = '{"text":"Wheels turn.","ms":1200}'
  where id = 'answer 1';
insert into memories (id, user_id, title, content, category, importance, created_at, updated_at, saved_by) values
  ('memory 2', 'ada', 'Mathematics', 'Knows mathematics.', 'Work', 'normal', '2026-11-22T05:45:00.000Z', '2026-11-22T05:45:00.000Z', 'answer 1:1');
update memory_accounts set total = 2 where user_id = 'ada';
