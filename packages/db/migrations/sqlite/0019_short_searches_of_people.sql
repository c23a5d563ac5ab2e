-- Every run of one and of two characters, for searches that are too short for trigrams. A run is a token: its bytes in hexadecimal, ASCII
-- letters in lower case. Its place is a key of an array with an element per character.
CREATE VIRTUAL TABLE `search_people_runs` USING fts5(runs, content='', contentless_delete=1, detail='none', tokenize='ascii');
--> statement-breakpoint
INSERT INTO `search_people_runs` (rowid, runs)
SELECT number, group_concat(hex(lower(substr(words, key + 1, 1))) || ' ' || hex(lower(substr(words, key + 1, 2))), ' ')
FROM `search_people`, json_each('[' || substr(replace(hex(zeroblob(length(words))), '00', ',0'), 2) || ']')
GROUP BY number;
--> statement-breakpoint
CREATE TRIGGER `search_people_runs_added` AFTER INSERT ON `search_people` BEGIN
	INSERT INTO `search_people_runs` (rowid, runs)
	SELECT NEW.number, group_concat(hex(lower(substr(NEW.words, key + 1, 1))) || ' ' || hex(lower(substr(NEW.words, key + 1, 2))), ' ')
	FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW.words))), '00', ',0'), 2) || ']');
END;
--> statement-breakpoint
CREATE TRIGGER `search_people_runs_changed` AFTER UPDATE OF words ON `search_people` BEGIN
	DELETE FROM `search_people_runs` WHERE rowid = OLD.number;
	INSERT INTO `search_people_runs` (rowid, runs)
	SELECT NEW.number, group_concat(hex(lower(substr(NEW.words, key + 1, 1))) || ' ' || hex(lower(substr(NEW.words, key + 1, 2))), ' ')
	FROM json_each('[' || substr(replace(hex(zeroblob(length(NEW.words))), '00', ',0'), 2) || ']');
END;
--> statement-breakpoint
CREATE TRIGGER `search_people_runs_removed` AFTER DELETE ON `search_people` BEGIN
	DELETE FROM `search_people_runs` WHERE rowid = OLD.number;
END;
