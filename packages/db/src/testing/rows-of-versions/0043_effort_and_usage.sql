update conversations set effort = 'thorough' where id = 108;
update messages set tools_left_out = true, models_gone = '["small"]', usage = '{"input":100,"output":20,"estimated":false}' where id = 'answer 8';
