ALTER TABLE `file_pages` ADD `in_search` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `files` ADD `in_search` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `files_not_in_search` ON `files` (`created_at`) WHERE not "files"."in_search" and "files"."unused_since" is null and "files"."user_id" is not null;--> statement-breakpoint
-- Pages and names of files are documents, too: docs/decisions/012-search.md. Their owner's number is 2^24 greater in their ids, so that they
-- come after everybody's messages and titles, in the same parts of the index. The server adds them in small steps, by setting `in_search`.
ALTER TABLE `search_documents` ADD `file_id` text;--> statement-breakpoint
-- Page 0 is the name of the file.
ALTER TABLE `search_documents` ADD `page` integer;--> statement-breakpoint
ALTER TABLE `search_documents` ADD `part` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `search_documents_file` ON `search_documents` (`file_id`, `page`, `part`) WHERE "file_id" is not null;--> statement-breakpoint
DROP TRIGGER `search_document_added`;--> statement-breakpoint
CREATE TRIGGER `search_document_added` AFTER INSERT ON `search_documents` BEGIN
	INSERT INTO `search_index_0` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id),
		(SELECT text FROM `file_pages` WHERE file_id = NEW.file_id AND number = NEW.page AND part = NEW.part),
		(SELECT name FROM `files` WHERE id = NEW.file_id)
	) WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 0;
	INSERT INTO `search_index_1` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id),
		(SELECT text FROM `file_pages` WHERE file_id = NEW.file_id AND number = NEW.page AND part = NEW.part),
		(SELECT name FROM `files` WHERE id = NEW.file_id)
	) WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 1;
	INSERT INTO `search_index_2` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id),
		(SELECT text FROM `file_pages` WHERE file_id = NEW.file_id AND number = NEW.page AND part = NEW.part),
		(SELECT name FROM `files` WHERE id = NEW.file_id)
	) WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 2;
	INSERT INTO `search_index_3` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id),
		(SELECT text FROM `file_pages` WHERE file_id = NEW.file_id AND number = NEW.page AND part = NEW.part),
		(SELECT name FROM `files` WHERE id = NEW.file_id)
	) WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 3;
	INSERT INTO `search_index_4` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id),
		(SELECT text FROM `file_pages` WHERE file_id = NEW.file_id AND number = NEW.page AND part = NEW.part),
		(SELECT name FROM `files` WHERE id = NEW.file_id)
	) WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 4;
	INSERT INTO `search_index_5` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id),
		(SELECT text FROM `file_pages` WHERE file_id = NEW.file_id AND number = NEW.page AND part = NEW.part),
		(SELECT name FROM `files` WHERE id = NEW.file_id)
	) WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 5;
	INSERT INTO `search_index_6` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id),
		(SELECT text FROM `file_pages` WHERE file_id = NEW.file_id AND number = NEW.page AND part = NEW.part),
		(SELECT name FROM `files` WHERE id = NEW.file_id)
	) WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 6;
	INSERT INTO `search_index_7` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id),
		(SELECT text FROM `file_pages` WHERE file_id = NEW.file_id AND number = NEW.page AND part = NEW.part),
		(SELECT name FROM `files` WHERE id = NEW.file_id)
	) WHERE ((NEW.id >> 13) + (NEW.id >> 33)) & 7 = 7;
END;
--> statement-breakpoint
CREATE TRIGGER `search_page_added` AFTER UPDATE OF in_search ON `file_pages` WHEN NEW.in_search AND NOT OLD.in_search BEGIN
	INSERT INTO `search_owners` (user_id)
	SELECT f.user_id FROM `files` f
	WHERE f.id = NEW.file_id AND f.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `search_owners` WHERE user_id = f.user_id);
	INSERT INTO `search_documents` (id, file_id, page, part)
	SELECT coalesce((
		SELECT d.id FROM `search_documents` d
		WHERE d.id BETWEEN ((o.id + 16777216) << 33) AND ((o.id + 16777216) << 33) + 4294967295 ORDER BY d.id DESC LIMIT 1
	), (o.id + 16777216) << 33) + 1, NEW.file_id, NEW.number, NEW.part
	FROM `files` f JOIN `search_owners` o ON o.user_id = f.user_id WHERE f.id = NEW.file_id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_page_removed` AFTER DELETE ON `file_pages` WHEN OLD.in_search BEGIN
	DELETE FROM `search_documents` WHERE file_id = OLD.file_id AND page = OLD.number AND part = OLD.part;
END;
--> statement-breakpoint
CREATE TRIGGER `search_file_added` AFTER UPDATE OF in_search ON `files` WHEN NEW.in_search AND NOT OLD.in_search BEGIN
	INSERT INTO `search_owners` (user_id)
	SELECT f.user_id FROM `files` f
	WHERE f.id = NEW.id AND f.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `search_owners` WHERE user_id = f.user_id);
	INSERT INTO `search_documents` (id, file_id, page, part)
	SELECT coalesce((
		SELECT d.id FROM `search_documents` d
		WHERE d.id BETWEEN ((o.id + 16777216) << 33) AND ((o.id + 16777216) << 33) + 4294967295 ORDER BY d.id DESC LIMIT 1
	), (o.id + 16777216) << 33) + 1, NEW.id, 0, 0
	FROM `files` f JOIN `search_owners` o ON o.user_id = f.user_id WHERE f.id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_file_removed` AFTER DELETE ON `files` WHEN OLD.in_search BEGIN
	DELETE FROM `search_documents` WHERE file_id = OLD.id AND page = 0 AND part = 0;
END;
