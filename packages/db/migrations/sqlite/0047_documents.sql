CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` integer NOT NULL,
	`title` text NOT NULL,
	`kind` text NOT NULL,
	`version` integer NOT NULL,
	`source_key` text,
	`import_key` text,
	`import_job_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`share_token` text,
	`shared_at` integer,
	`share_expires_at` integer,
	`shared_version` integer,
	`shared_title` text,
	`share_taken_down_at` integer,
	`in_search` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `documents_conversation` ON `documents` (`conversation_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `documents_source` ON `documents` (`conversation_id`,`source_key`) WHERE "documents"."source_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_import` ON `documents` (`conversation_id`,`import_key`) WHERE "documents"."import_key" is not null;--> statement-breakpoint
CREATE INDEX `documents_import_job` ON `documents` (`import_job_id`) WHERE "documents"."import_job_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_share` ON `documents` (`share_token`) WHERE "documents"."share_token" is not null;--> statement-breakpoint
CREATE TABLE `document_versions` (
	`document_id` text NOT NULL,
	`number` integer NOT NULL,
	`content` text NOT NULL,
	`made_by` text NOT NULL,
	`message_id` text,
	`call_key` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`document_id`, `number`),
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `document_versions_call` ON `document_versions` (`document_id`,`call_key`) WHERE "document_versions"."call_key" is not null;--> statement-breakpoint
CREATE TABLE `share_documents` (
	`conversation_id` integer NOT NULL,
	`document_id` text NOT NULL,
	`title` text NOT NULL,
	`version` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `document_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `share_snapshots`(`conversation_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `share_documents_document` ON `share_documents` (`document_id`);--> statement-breakpoint
ALTER TABLE `conversations` ADD `share_includes_documents` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `documents` text;