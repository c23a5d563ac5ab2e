update payment_customers set version = 4 where user_id = 'ada';
