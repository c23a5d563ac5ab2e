insert into figures (hour, metric, label, shard, amount) values (498000, 'messages', 'demo', 0, 5);
insert into payment_invoices (id, user_id, net_cents) values ('in_1', 'ada', 2000);
insert into user_activity (user_id, hour) values ('ada', 498000);
