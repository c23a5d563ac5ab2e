update messages set model = 'demo' where id = 'answer 1';
