CREATE TABLE `queued_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` integer NOT NULL,
	`place` integer NOT NULL,
	`steers` integer DEFAULT false NOT NULL,
	`content` text NOT NULL,
	`file_ids` text NOT NULL,
	`pasted` integer DEFAULT false NOT NULL,
	`settings` text NOT NULL,
	`sender_key` text NOT NULL,
	`client_message_id` text NOT NULL,
	`token` text,
	`charged_to` text NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `queued_messages_conversation` ON `queued_messages` (`conversation_id`,`place`);--> statement-breakpoint
CREATE UNIQUE INDEX `queued_messages_sender` ON `queued_messages` (`sender_key`,`client_message_id`);--> statement-breakpoint
CREATE TABLE `queued_files` (
	`queued_id` text NOT NULL,
	`file_id` text NOT NULL,
	PRIMARY KEY(`queued_id`, `file_id`),
	FOREIGN KEY (`queued_id`) REFERENCES `queued_messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `queued_files_file` ON `queued_files` (`file_id`);--> statement-breakpoint
CREATE TABLE `queue_pauses` (
	`conversation_id` integer PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`message` text NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
