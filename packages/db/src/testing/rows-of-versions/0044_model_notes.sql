insert into model_notes (provider, model, what, value, until) values ('openai https://api.example.com', 'large', 'refuses', 'temperature', '2099-01-01T00:00:00.000Z');
