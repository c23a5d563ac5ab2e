update messages set free_continue_used = true, continue_id = 'client 4' where id = 'answer 1';
