-- Search over the messages and titles of people's conversations: docs/decisions/012-search.md.
-- The documents of one owner lie together: id = owner << 33 | title << 32 | position, the newest last.
CREATE TABLE `search_owners` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_owners_user` ON `search_owners` (`user_id`);--> statement-breakpoint
-- Which document is which: a message, or the title of a conversation.
CREATE TABLE `search_documents` (
	`id` integer PRIMARY KEY NOT NULL,
	`message_id` text,
	`conversation_id` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_documents_message` ON `search_documents` (`message_id`) WHERE "message_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `search_documents_conversation` ON `search_documents` (`conversation_id`) WHERE "conversation_id" is not null;--> statement-breakpoint
CREATE VIRTUAL TABLE `search_index` USING fts5(words, content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2");--> statement-breakpoint
-- Lists are merged after the writes (search-merges.ts); in them only if that should not keep up.
INSERT INTO `search_index` (`search_index`, rank) VALUES ('automerge', 0), ('usermerge', 8), ('crisismerge', 64);--> statement-breakpoint
CREATE TRIGGER `search_document_added` AFTER INSERT ON `search_documents` BEGIN
	INSERT INTO `search_index` (rowid, words) SELECT NEW.id, coalesce(
		(SELECT content FROM `messages` WHERE id = NEW.message_id),
		(SELECT title FROM `conversations` WHERE id = NEW.conversation_id)
	);
END;
--> statement-breakpoint
CREATE TRIGGER `search_document_removed` AFTER DELETE ON `search_documents` BEGIN
	DELETE FROM `search_index` WHERE rowid = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_message_added` AFTER INSERT ON `messages` WHEN NEW.status <> 'streaming' AND NEW.content <> '' BEGIN
	INSERT INTO `search_documents` (id, message_id)
	SELECT coalesce((
		SELECT d.id FROM `search_documents` d
		WHERE d.id BETWEEN (o.id << 33) AND (o.id << 33) + 4294967295 ORDER BY d.id DESC LIMIT 1
	), o.id << 33) + 1, NEW.id
	FROM `conversations` c JOIN `search_owners` o ON o.user_id = c.user_id WHERE c.id = NEW.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_message_changed` AFTER UPDATE OF content, status ON `messages`
WHEN NEW.status <> 'streaming' AND (OLD.status = 'streaming' OR NEW.content <> OLD.content) BEGIN
	DELETE FROM `search_documents` WHERE message_id = NEW.id;
	INSERT INTO `search_documents` (id, message_id)
	SELECT coalesce((
		SELECT d.id FROM `search_documents` d
		WHERE d.id BETWEEN (o.id << 33) AND (o.id << 33) + 4294967295 ORDER BY d.id DESC LIMIT 1
	), o.id << 33) + 1, NEW.id
	FROM `conversations` c JOIN `search_owners` o ON o.user_id = c.user_id
	WHERE c.id = NEW.conversation_id AND NEW.content <> '';
END;
--> statement-breakpoint
CREATE TRIGGER `search_message_removed` AFTER DELETE ON `messages` BEGIN
	DELETE FROM `search_documents` WHERE message_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_conversation_added` AFTER INSERT ON `conversations` WHEN NEW.user_id IS NOT NULL BEGIN
	INSERT INTO `search_owners` (user_id)
	SELECT NEW.user_id WHERE NOT EXISTS (SELECT 1 FROM `search_owners` WHERE user_id = NEW.user_id);
	INSERT INTO `search_documents` (id, conversation_id)
	SELECT coalesce((
		SELECT d.id FROM `search_documents` d
		WHERE d.id BETWEEN (o.id << 33) + 4294967296 AND (o.id << 33) + 8589934591 ORDER BY d.id DESC LIMIT 1
	), (o.id << 33) + 4294967296) + 1, NEW.id
	FROM `search_owners` o WHERE o.user_id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_conversation_renamed` AFTER UPDATE OF title ON `conversations`
WHEN NEW.title <> OLD.title AND NEW.user_id IS NOT NULL BEGIN
	DELETE FROM `search_documents` WHERE conversation_id = NEW.id;
	INSERT INTO `search_documents` (id, conversation_id)
	SELECT coalesce((
		SELECT d.id FROM `search_documents` d
		WHERE d.id BETWEEN (o.id << 33) + 4294967296 AND (o.id << 33) + 8589934591 ORDER BY d.id DESC LIMIT 1
	), (o.id << 33) + 4294967296) + 1, NEW.id
	FROM `search_owners` o WHERE o.user_id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_conversation_moved` AFTER UPDATE OF user_id ON `conversations` WHEN NEW.user_id IS NOT OLD.user_id BEGIN
	DELETE FROM `search_documents` WHERE conversation_id = NEW.id;
	DELETE FROM `search_documents` WHERE message_id IN (SELECT id FROM `messages` WHERE conversation_id = NEW.id);
	INSERT INTO `search_owners` (user_id)
	SELECT NEW.user_id
	WHERE NEW.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `search_owners` WHERE user_id = NEW.user_id);
	INSERT INTO `search_documents` (id, message_id)
	SELECT coalesce((
		SELECT d.id FROM `search_documents` d
		WHERE d.id BETWEEN (o.id << 33) AND (o.id << 33) + 4294967295 ORDER BY d.id DESC LIMIT 1
	), o.id << 33) + row_number() OVER (ORDER BY m.ordinal), m.id
	FROM `search_owners` o JOIN `messages` m ON m.conversation_id = NEW.id
	WHERE o.user_id = NEW.user_id AND m.status <> 'streaming' AND m.content <> ''
	ORDER BY m.ordinal;
	INSERT INTO `search_documents` (id, conversation_id)
	SELECT coalesce((
		SELECT d.id FROM `search_documents` d
		WHERE d.id BETWEEN (o.id << 33) + 4294967296 AND (o.id << 33) + 8589934591 ORDER BY d.id DESC LIMIT 1
	), (o.id << 33) + 4294967296) + 1, NEW.id
	FROM `search_owners` o WHERE o.user_id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_conversation_removed` AFTER DELETE ON `conversations` BEGIN
	DELETE FROM `search_documents` WHERE conversation_id = OLD.id;
END;
--> statement-breakpoint
INSERT INTO `search_owners` (user_id) SELECT DISTINCT user_id FROM `conversations` WHERE user_id IS NOT NULL ORDER BY user_id;
--> statement-breakpoint
INSERT INTO `search_documents` (id, message_id)
SELECT (o.id << 33) + row_number() OVER (PARTITION BY o.id ORDER BY m.created_at, m.ordinal), m.id
FROM `messages` m JOIN `conversations` c ON c.id = m.conversation_id JOIN `search_owners` o ON o.user_id = c.user_id
WHERE m.status <> 'streaming' AND m.content <> '' ORDER BY 1;
--> statement-breakpoint
INSERT INTO `search_documents` (id, conversation_id)
SELECT (o.id << 33) + 4294967296 + row_number() OVER (PARTITION BY o.id ORDER BY c.updated_at), c.id
FROM `conversations` c JOIN `search_owners` o ON o.user_id = c.user_id ORDER BY 1;
