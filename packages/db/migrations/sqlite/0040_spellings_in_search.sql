-- Letters with two spellings are found as one, "елка" for "ёлка" and "strasse" for "straße": docs/decisions/012-search.md. The same list is in
-- packages/contract/src/text/spellings.ts. FTS5 folds the other letters.
CREATE VIEW `search_texts` AS
SELECT id, text, replace(replace(replace(replace(text, 'ё', 'е'), 'Ё', 'Е'), 'ß', 'ss'), 'ẞ', 'SS') AS words FROM (
	SELECT d.id, coalesce(
		(SELECT content FROM `messages` WHERE id = d.message_id),
		(SELECT title FROM `conversations` WHERE id = d.conversation_id),
		(SELECT text FROM `file_pages` WHERE file_id = d.file_id AND number = d.page AND part = d.part),
		(SELECT name FROM `files` WHERE id = d.file_id)
	) AS text
	FROM `search_documents` d
);
--> statement-breakpoint
-- What is inserted into the view gets into the part of the index that its document belongs to: packages/db/src/search-parts.ts.
CREATE TRIGGER `search_text_added` INSTEAD OF INSERT ON `search_texts` BEGIN
	INSERT INTO `search_index_0` (rowid, words) SELECT NEW.id, NEW.words WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 0;
	INSERT INTO `search_index_1` (rowid, words) SELECT NEW.id, NEW.words WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 1;
	INSERT INTO `search_index_2` (rowid, words) SELECT NEW.id, NEW.words WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 2;
	INSERT INTO `search_index_3` (rowid, words) SELECT NEW.id, NEW.words WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 3;
	INSERT INTO `search_index_4` (rowid, words) SELECT NEW.id, NEW.words WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 4;
	INSERT INTO `search_index_5` (rowid, words) SELECT NEW.id, NEW.words WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 5;
	INSERT INTO `search_index_6` (rowid, words) SELECT NEW.id, NEW.words WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 6;
	INSERT INTO `search_index_7` (rowid, words) SELECT NEW.id, NEW.words WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 7;
END;
--> statement-breakpoint
DROP TRIGGER `search_document_added`;--> statement-breakpoint
CREATE TRIGGER `search_document_added` AFTER INSERT ON `search_documents` BEGIN
	INSERT INTO `search_texts` (id, words) SELECT t.id, t.words FROM `search_texts` t WHERE t.id = NEW.id;
END;
--> statement-breakpoint
DELETE FROM `search_index_0` WHERE rowid IN (SELECT t.id FROM `search_texts` t WHERE ((t.id >> 13) + (t.id >> 33)) & 7 = 0 AND t.words <> t.text);--> statement-breakpoint
DELETE FROM `search_index_1` WHERE rowid IN (SELECT t.id FROM `search_texts` t WHERE ((t.id >> 13) + (t.id >> 33)) & 7 = 1 AND t.words <> t.text);--> statement-breakpoint
DELETE FROM `search_index_2` WHERE rowid IN (SELECT t.id FROM `search_texts` t WHERE ((t.id >> 13) + (t.id >> 33)) & 7 = 2 AND t.words <> t.text);--> statement-breakpoint
DELETE FROM `search_index_3` WHERE rowid IN (SELECT t.id FROM `search_texts` t WHERE ((t.id >> 13) + (t.id >> 33)) & 7 = 3 AND t.words <> t.text);--> statement-breakpoint
DELETE FROM `search_index_4` WHERE rowid IN (SELECT t.id FROM `search_texts` t WHERE ((t.id >> 13) + (t.id >> 33)) & 7 = 4 AND t.words <> t.text);--> statement-breakpoint
DELETE FROM `search_index_5` WHERE rowid IN (SELECT t.id FROM `search_texts` t WHERE ((t.id >> 13) + (t.id >> 33)) & 7 = 5 AND t.words <> t.text);--> statement-breakpoint
DELETE FROM `search_index_6` WHERE rowid IN (SELECT t.id FROM `search_texts` t WHERE ((t.id >> 13) + (t.id >> 33)) & 7 = 6 AND t.words <> t.text);--> statement-breakpoint
DELETE FROM `search_index_7` WHERE rowid IN (SELECT t.id FROM `search_texts` t WHERE ((t.id >> 13) + (t.id >> 33)) & 7 = 7 AND t.words <> t.text);--> statement-breakpoint
INSERT INTO `search_texts` (id, words) SELECT t.id, t.words FROM `search_texts` t WHERE t.words <> t.text ORDER BY t.id;
