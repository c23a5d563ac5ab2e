-- Documents of conversations are in the search: docs/decisions/012-search.md. A document is found by its title and the beginning of its newest
-- version. In their ids, the number of the owner is 2^24 greater, as in those of pages, and they come after the pages.
ALTER TABLE `search_documents` ADD `document_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `search_documents_document` ON `search_documents` (`document_id`) WHERE "document_id" is not null;--> statement-breakpoint
DROP VIEW `search_texts`;--> statement-breakpoint
CREATE VIEW `search_texts` AS
SELECT id, text, replace(replace(replace(replace(text, 'ё', 'е'), 'Ё', 'Е'), 'ß', 'ss'), 'ẞ', 'SS') AS words FROM (
	SELECT d.id, coalesce(
		(SELECT content FROM `messages` WHERE id = d.message_id),
		(SELECT title FROM `conversations` WHERE id = d.conversation_id),
		(SELECT text FROM `file_pages` WHERE file_id = d.file_id AND number = d.page AND part = d.part),
		(SELECT name FROM `files` WHERE id = d.file_id),
		(SELECT substr(w.title || char(10) || v.content, 1, 65536) FROM `documents` w
		JOIN `document_versions` v ON v.document_id = w.id AND v.number = w.version WHERE w.id = d.document_id)
	) AS text
	FROM `search_documents` d
);
--> statement-breakpoint
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
CREATE TRIGGER `search_document_in_search` AFTER UPDATE OF in_search ON `documents` WHEN NEW.in_search AND NOT OLD.in_search BEGIN
	INSERT INTO `search_owners` (user_id)
	SELECT c.user_id FROM `conversations` c
	WHERE c.id = NEW.conversation_id AND c.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `search_owners` WHERE user_id = c.user_id);
	INSERT INTO `search_documents` (id, document_id)
	SELECT coalesce((
		SELECT d.id FROM `search_documents` d
		WHERE d.id BETWEEN ((o.id + 16777216) << 33) + 4294967296 AND ((o.id + 16777216) << 33) + 8589934591 ORDER BY d.id DESC LIMIT 1
	), ((o.id + 16777216) << 33) + 4294967296) + 1, NEW.id
	FROM `conversations` c JOIN `search_owners` o ON o.user_id = c.user_id WHERE c.id = NEW.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_document_out_of_search` AFTER UPDATE OF in_search ON `documents` WHEN OLD.in_search AND NOT NEW.in_search BEGIN
	DELETE FROM `search_documents` WHERE document_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_document_deleted` AFTER DELETE ON `documents` WHEN OLD.in_search BEGIN
	DELETE FROM `search_documents` WHERE document_id = OLD.id;
END;
--> statement-breakpoint
-- A version that is the newest, or a title, puts the document into the search again.
CREATE TRIGGER `search_version_added` AFTER INSERT ON `document_versions` BEGIN
	UPDATE `documents` SET in_search = 0 WHERE id = NEW.document_id AND version = NEW.number AND in_search;
	UPDATE `documents` SET in_search = 1 WHERE id = NEW.document_id AND version = NEW.number AND EXISTS (
		SELECT 1 FROM `conversations` c WHERE c.id = `documents`.conversation_id AND c.user_id IS NOT NULL AND NOT c.temporary
	);
END;
--> statement-breakpoint
CREATE TRIGGER `search_document_renamed` AFTER UPDATE OF title ON `documents`
WHEN NEW.in_search AND NEW.title <> OLD.title AND NEW.version = OLD.version BEGIN
	UPDATE `documents` SET in_search = 0 WHERE id = NEW.id;
	UPDATE `documents` SET in_search = 1 WHERE id = NEW.id;
END;
--> statement-breakpoint
-- A guest's conversation gets into an account, and a temporary chat is kept.
CREATE TRIGGER `search_documents_moved` AFTER UPDATE OF user_id ON `conversations` WHEN NEW.user_id IS NOT OLD.user_id BEGIN
	UPDATE `documents` SET in_search = 0 WHERE conversation_id = NEW.id AND in_search;
	UPDATE `documents` SET in_search = 1 WHERE conversation_id = NEW.id AND NEW.user_id IS NOT NULL AND NOT NEW.temporary;
END;
--> statement-breakpoint
CREATE TRIGGER `search_documents_kept` AFTER UPDATE OF temporary ON `conversations`
WHEN OLD.temporary AND NOT NEW.temporary AND NEW.user_id IS NOT NULL BEGIN
	UPDATE `documents` SET in_search = 1 WHERE conversation_id = NEW.id AND NOT in_search;
END;
--> statement-breakpoint
UPDATE `documents` SET in_search = 0 WHERE in_search;
--> statement-breakpoint
UPDATE `documents` SET in_search = 1 WHERE EXISTS (
	SELECT 1 FROM `conversations` c WHERE c.id = `documents`.conversation_id AND c.user_id IS NOT NULL AND NOT c.temporary
);
