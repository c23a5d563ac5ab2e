-- The search index gets 8 parts, so that merging the list of a common word takes an eighth of the time: docs/decisions/012-search.md.
-- A part has blocks of 8,192 documents of an owner, of which most people have one: packages/db/src/search-parts.ts.
CREATE VIRTUAL TABLE `search_index_0` USING fts5(words, content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2");--> statement-breakpoint
INSERT INTO `search_index_0` (`search_index_0`, rank) VALUES ('automerge', 0), ('usermerge', 8), ('crisismerge', 64), ('deletemerge', 0);--> statement-breakpoint
CREATE VIRTUAL TABLE `search_words_0` USING fts5vocab(`search_index_0`, 'instance');--> statement-breakpoint
CREATE VIRTUAL TABLE `search_index_1` USING fts5(words, content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2");--> statement-breakpoint
INSERT INTO `search_index_1` (`search_index_1`, rank) VALUES ('automerge', 0), ('usermerge', 8), ('crisismerge', 64), ('deletemerge', 0);--> statement-breakpoint
CREATE VIRTUAL TABLE `search_words_1` USING fts5vocab(`search_index_1`, 'instance');--> statement-breakpoint
CREATE VIRTUAL TABLE `search_index_2` USING fts5(words, content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2");--> statement-breakpoint
INSERT INTO `search_index_2` (`search_index_2`, rank) VALUES ('automerge', 0), ('usermerge', 8), ('crisismerge', 64), ('deletemerge', 0);--> statement-breakpoint
CREATE VIRTUAL TABLE `search_words_2` USING fts5vocab(`search_index_2`, 'instance');--> statement-breakpoint
CREATE VIRTUAL TABLE `search_index_3` USING fts5(words, content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2");--> statement-breakpoint
INSERT INTO `search_index_3` (`search_index_3`, rank) VALUES ('automerge', 0), ('usermerge', 8), ('crisismerge', 64), ('deletemerge', 0);--> statement-breakpoint
CREATE VIRTUAL TABLE `search_words_3` USING fts5vocab(`search_index_3`, 'instance');--> statement-breakpoint
CREATE VIRTUAL TABLE `search_index_4` USING fts5(words, content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2");--> statement-breakpoint
INSERT INTO `search_index_4` (`search_index_4`, rank) VALUES ('automerge', 0), ('usermerge', 8), ('crisismerge', 64), ('deletemerge', 0);--> statement-breakpoint
CREATE VIRTUAL TABLE `search_words_4` USING fts5vocab(`search_index_4`, 'instance');--> statement-breakpoint
CREATE VIRTUAL TABLE `search_index_5` USING fts5(words, content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2");--> statement-breakpoint
INSERT INTO `search_index_5` (`search_index_5`, rank) VALUES ('automerge', 0), ('usermerge', 8), ('crisismerge', 64), ('deletemerge', 0);--> statement-breakpoint
CREATE VIRTUAL TABLE `search_words_5` USING fts5vocab(`search_index_5`, 'instance');--> statement-breakpoint
CREATE VIRTUAL TABLE `search_index_6` USING fts5(words, content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2");--> statement-breakpoint
INSERT INTO `search_index_6` (`search_index_6`, rank) VALUES ('automerge', 0), ('usermerge', 8), ('crisismerge', 64), ('deletemerge', 0);--> statement-breakpoint
CREATE VIRTUAL TABLE `search_words_6` USING fts5vocab(`search_index_6`, 'instance');--> statement-breakpoint
CREATE VIRTUAL TABLE `search_index_7` USING fts5(words, content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2");--> statement-breakpoint
INSERT INTO `search_index_7` (`search_index_7`, rank) VALUES ('automerge', 0), ('usermerge', 8), ('crisismerge', 64), ('deletemerge', 0);--> statement-breakpoint
CREATE VIRTUAL TABLE `search_words_7` USING fts5vocab(`search_index_7`, 'instance');--> statement-breakpoint
INSERT INTO `search_index_0` (rowid, words) SELECT d.id, coalesce(
		(SELECT content FROM `messages` WHERE id = d.message_id),
		(SELECT title FROM `conversations` WHERE id = d.conversation_id)
	)
FROM `search_documents` d WHERE ((d.id >> 13) + (d.id >> 33)) & 7 = 0 ORDER BY d.id;--> statement-breakpoint
INSERT INTO `search_index_1` (rowid, words) SELECT d.id, coalesce(
		(SELECT content FROM `messages` WHERE id = d.message_id),
		(SELECT title FROM `conversations` WHERE id = d.conversation_id)
	)
FROM `search_documents` d WHERE ((d.id >> 13) + (d.id >> 33)) & 7 = 1 ORDER BY d.id;--> statement-breakpoint
INSERT INTO `search_index_2` (rowid, words) SELECT d.id, coalesce(
		(SELECT content FROM `messages` WHERE id = d.message_id),
		(SELECT title FROM `conversations` WHERE id = d.conversation_id)
	)
FROM `search_documents` d WHERE ((d.id >> 13) + (d.id >> 33)) & 7 = 2 ORDER BY d.id;--> statement-breakpoint
INSERT INTO `search_index_3` (rowid, words) SELECT d.id, coalesce(
		(SELECT content FROM `messages` WHERE id = d.message_id),
		(SELECT title FROM `conversations` WHERE id = d.conversation_id)
	)
FROM `search_documents` d WHERE ((d.id >> 13) + (d.id >> 33)) & 7 = 3 ORDER BY d.id;--> statement-breakpoint
INSERT INTO `search_index_4` (rowid, words) SELECT d.id, coalesce(
		(SELECT content FROM `messages` WHERE id = d.message_id),
		(SELECT title FROM `conversations` WHERE id = d.conversation_id)
	)
FROM `search_documents` d WHERE ((d.id >> 13) + (d.id >> 33)) & 7 = 4 ORDER BY d.id;--> statement-breakpoint
INSERT INTO `search_index_5` (rowid, words) SELECT d.id, coalesce(
		(SELECT content FROM `messages` WHERE id = d.message_id),
		(SELECT title FROM `conversations` WHERE id = d.conversation_id)
	)
FROM `search_documents` d WHERE ((d.id >> 13) + (d.id >> 33)) & 7 = 5 ORDER BY d.id;--> statement-breakpoint
INSERT INTO `search_index_6` (rowid, words) SELECT d.id, coalesce(
		(SELECT content FROM `messages` WHERE id = d.message_id),
		(SELECT title FROM `conversations` WHERE id = d.conversation_id)
	)
FROM `search_documents` d WHERE ((d.id >> 13) + (d.id >> 33)) & 7 = 6 ORDER BY d.id;--> statement-breakpoint
INSERT INTO `search_index_7` (rowid, words) SELECT d.id, coalesce(
		(SELECT content FROM `messages` WHERE id = d.message_id),
		(SELECT title FROM `conversations` WHERE id = d.conversation_id)
	)
FROM `search_documents` d WHERE ((d.id >> 13) + (d.id >> 33)) & 7 = 7 ORDER BY d.id;--> statement-breakpoint
DROP TRIGGER `search_document_added`;--> statement-breakpoint
DROP TRIGGER `search_document_removed`;--> statement-breakpoint
DROP TABLE `search_index`;--> statement-breakpoint
CREATE TRIGGER `search_document_added` AFTER INSERT ON `search_documents` BEGIN
	INSERT INTO `search_index_0` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id)
	) WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 0;
	INSERT INTO `search_index_1` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id)
	) WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 1;
	INSERT INTO `search_index_2` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id)
	) WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 2;
	INSERT INTO `search_index_3` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id)
	) WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 3;
	INSERT INTO `search_index_4` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id)
	) WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 4;
	INSERT INTO `search_index_5` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id)
	) WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 5;
	INSERT INTO `search_index_6` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id)
	) WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 6;
	INSERT INTO `search_index_7` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id)
	) WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 7;
END;
--> statement-breakpoint
CREATE TRIGGER `search_document_removed` AFTER DELETE ON `search_documents` BEGIN
	DELETE FROM `search_index_0` WHERE rowid = OLD.id AND ((OLD.id >> 13) + (OLD.id >> 33)) & 7 = 0;
	DELETE FROM `search_index_1` WHERE rowid = OLD.id AND ((OLD.id >> 13) + (OLD.id >> 33)) & 7 = 1;
	DELETE FROM `search_index_2` WHERE rowid = OLD.id AND ((OLD.id >> 13) + (OLD.id >> 33)) & 7 = 2;
	DELETE FROM `search_index_3` WHERE rowid = OLD.id AND ((OLD.id >> 13) + (OLD.id >> 33)) & 7 = 3;
	DELETE FROM `search_index_4` WHERE rowid = OLD.id AND ((OLD.id >> 13) + (OLD.id >> 33)) & 7 = 4;
	DELETE FROM `search_index_5` WHERE rowid = OLD.id AND ((OLD.id >> 13) + (OLD.id >> 33)) & 7 = 5;
	DELETE FROM `search_index_6` WHERE rowid = OLD.id AND ((OLD.id >> 13) + (OLD.id >> 33)) & 7 = 6;
	DELETE FROM `search_index_7` WHERE rowid = OLD.id AND ((OLD.id >> 13) + (OLD.id >> 33)) & 7 = 7;
END;
