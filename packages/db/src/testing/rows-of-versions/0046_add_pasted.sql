update messages set pasted = true where id = 'question 8';
