update generations set handed_over = true where message_id = 'answer 3';
insert into processes (id, address, heartbeat_at) values ('a process of that time', '127.0.0.1:40000', '2026-11-27T02:38:00.000Z');
