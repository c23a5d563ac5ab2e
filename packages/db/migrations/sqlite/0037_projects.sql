CREATE TABLE `project_files` (
	`project_id` text NOT NULL,
	`file_id` text NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `file_id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `project_files_file` ON `project_files` (`file_id`);--> statement-breakpoint
CREATE TABLE `projects` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`instructions` text DEFAULT '' NOT NULL,
	`memory` text DEFAULT 'shared' NOT NULL,
	`color` text NOT NULL,
	`import_key` text,
	`import_job_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	`conversations_went` text,
	`unsettled` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `projects_user` ON `projects` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `projects_deleted` ON `projects` (`deleted_at`) WHERE "projects"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX `projects_unsettled` ON `projects` (`id`) WHERE "projects"."unsettled";--> statement-breakpoint
CREATE UNIQUE INDEX `projects_import` ON `projects` (`user_id`,`import_key`) WHERE "projects"."import_key" is not null;--> statement-breakpoint
CREATE TABLE `prompts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`position` integer NOT NULL,
	`import_job_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `prompts_user` ON `prompts` (`user_id`,`position`,`id`);--> statement-breakpoint
DROP INDEX `conversations_user`;--> statement-breakpoint
ALTER TABLE `conversations` ADD `project_id` text REFERENCES projects(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `conversations` ADD `former_project_id` text;--> statement-breakpoint
ALTER TABLE `conversations` ADD `temporary` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `conversations_project` ON `conversations` (`project_id`,`updated_at`,`id`) WHERE "conversations"."project_id" is not null;--> statement-breakpoint
CREATE INDEX `conversations_former_project` ON `conversations` (`former_project_id`) WHERE "conversations"."former_project_id" is not null;--> statement-breakpoint
CREATE INDEX `conversations_temporary` ON `conversations` (`user_id`,`updated_at`) WHERE "conversations"."temporary";--> statement-breakpoint
CREATE INDEX `conversations_user` ON `conversations` (`user_id`,`archived`,`updated_at`,`id`,`project_id`) WHERE "conversations"."user_id" is not null;--> statement-breakpoint
DROP INDEX `memories_user`;--> statement-breakpoint
ALTER TABLE `memories` ADD `project_id` text REFERENCES projects(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `memories_project` ON `memories` (`project_id`) WHERE "memories"."project_id" is not null;--> statement-breakpoint
CREATE INDEX `memories_user` ON `memories` (`user_id`,`created_at`,`id`,`updated_at`,`project_id`);--> statement-breakpoint
ALTER TABLE `memory_versions` ADD `project_id` text REFERENCES projects(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `memory_versions_project` ON `memory_versions` (`project_id`) WHERE "memory_versions"."project_id" is not null;--> statement-breakpoint
ALTER TABLE `messages` ADD `used_instructions` text;--> statement-breakpoint
ALTER TABLE `users` ADD `instructions` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- A temporary chat is not in the search. It comes into it when it is kept.
DROP TRIGGER `search_message_added`;--> statement-breakpoint
CREATE TRIGGER `search_message_added` AFTER INSERT ON `messages` WHEN NEW.status <> 'streaming' AND NEW.content <> '' BEGIN
	INSERT INTO `search_documents` (id, message_id)
	SELECT coalesce((
		SELECT d.id FROM `search_documents` d
		WHERE d.id BETWEEN (o.id << 33) AND (o.id << 33) + 4294967295 ORDER BY d.id DESC LIMIT 1
	), o.id << 33) + 1, NEW.id
	FROM `conversations` c JOIN `search_owners` o ON o.user_id = c.user_id WHERE c.id = NEW.conversation_id AND NOT c.temporary;
END;
--> statement-breakpoint
DROP TRIGGER `search_message_changed`;--> statement-breakpoint
CREATE TRIGGER `search_message_changed` AFTER UPDATE OF content, status ON `messages`
WHEN NEW.status <> 'streaming' AND (OLD.status = 'streaming' OR NEW.content <> OLD.content) BEGIN
	DELETE FROM `search_documents` WHERE message_id = NEW.id;
	INSERT INTO `search_documents` (id, message_id)
	SELECT coalesce((
		SELECT d.id FROM `search_documents` d
		WHERE d.id BETWEEN (o.id << 33) AND (o.id << 33) + 4294967295 ORDER BY d.id DESC LIMIT 1
	), o.id << 33) + 1, NEW.id
	FROM `conversations` c JOIN `search_owners` o ON o.user_id = c.user_id
	WHERE c.id = NEW.conversation_id AND NOT c.temporary AND NEW.content <> '';
END;
--> statement-breakpoint
DROP TRIGGER `search_conversation_added`;--> statement-breakpoint
CREATE TRIGGER `search_conversation_added` AFTER INSERT ON `conversations` WHEN NEW.user_id IS NOT NULL AND NOT NEW.temporary BEGIN
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
DROP TRIGGER `search_conversation_renamed`;--> statement-breakpoint
CREATE TRIGGER `search_conversation_renamed` AFTER UPDATE OF title ON `conversations`
WHEN NEW.title <> OLD.title AND NEW.user_id IS NOT NULL AND NOT NEW.temporary AND NOT OLD.temporary BEGIN
	DELETE FROM `search_documents` WHERE conversation_id = NEW.id;
	INSERT INTO `search_documents` (id, conversation_id)
	SELECT coalesce((
		SELECT d.id FROM `search_documents` d
		WHERE d.id BETWEEN (o.id << 33) + 4294967296 AND (o.id << 33) + 8589934591 ORDER BY d.id DESC LIMIT 1
	), (o.id << 33) + 4294967296) + 1, NEW.id
	FROM `search_owners` o WHERE o.user_id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_conversation_kept` AFTER UPDATE OF temporary ON `conversations`
WHEN OLD.temporary AND NOT NEW.temporary AND NEW.user_id IS NOT NULL BEGIN
	INSERT INTO `search_owners` (user_id)
	SELECT NEW.user_id WHERE NOT EXISTS (SELECT 1 FROM `search_owners` WHERE user_id = NEW.user_id);
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
