update conversations set share_includes_files = true where id = 101;
insert into share_files (conversation_id, file_id) values (101, 'file 1');
