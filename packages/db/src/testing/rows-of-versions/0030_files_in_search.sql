update files set in_search = true where id = 'file 1';
update file_pages set in_search = true where file_id = 'file 1';
