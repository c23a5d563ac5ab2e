update messages set error_hint = 'The provider answered 503.' where id = 'answer 2';
