CREATE TABLE `imported_conversations` (
	`job_id` text NOT NULL,
	`conversation_id` integer NOT NULL,
	`from_ordinal` integer NOT NULL,
	`to_ordinal` integer NOT NULL,
	`head_before` text,
	`updated_before` integer,
	`complete` integer NOT NULL,
	PRIMARY KEY(`job_id`, `conversation_id`, `from_ordinal`),
	FOREIGN KEY (`job_id`) REFERENCES `archive_jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `imported_conversations_conversation` ON `imported_conversations` (`conversation_id`);--> statement-breakpoint
CREATE TABLE `imported_memories` (
	`job_id` text NOT NULL,
	`memory_id` text NOT NULL,
	PRIMARY KEY(`job_id`, `memory_id`),
	FOREIGN KEY (`job_id`) REFERENCES `archive_jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`memory_id`) REFERENCES `memories`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `imported_memories_memory` ON `imported_memories` (`memory_id`);--> statement-breakpoint
DROP INDEX `archive_jobs_active`;--> statement-breakpoint
ALTER TABLE `archive_jobs` ADD `source` text;--> statement-breakpoint
ALTER TABLE `archive_jobs` ADD `problems` text;--> statement-breakpoint
ALTER TABLE `archive_jobs` ADD `found` integer;--> statement-breakpoint
ALTER TABLE `archive_jobs` ADD `cancelled_at` integer;--> statement-breakpoint
ALTER TABLE `archive_jobs` ADD `undone_at` integer;--> statement-breakpoint
ALTER TABLE `archive_jobs` ADD `undone_removed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `archive_jobs` ADD `undone_kept` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `archive_jobs` ADD `vain_starts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `archive_jobs_export` ON `archive_jobs` (`user_id`) WHERE "archive_jobs"."kind" = 'export' and "archive_jobs"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX `archive_jobs_import` ON `archive_jobs` (`user_id`) WHERE "archive_jobs"."kind" = 'import' and "archive_jobs"."status" = 'running';--> statement-breakpoint
ALTER TABLE `conversations` ADD `pinned` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `conversations_pinned` ON `conversations` (`user_id`,`updated_at`,`id`) WHERE "conversations"."pinned";--> statement-breakpoint
ALTER TABLE `messages` ADD `added_by_import` integer DEFAULT false NOT NULL;