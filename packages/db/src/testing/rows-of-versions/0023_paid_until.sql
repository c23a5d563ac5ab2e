update subscriptions set paid_until = '2098-12-01T00:00:00.000Z' where id = 'sub_1';
