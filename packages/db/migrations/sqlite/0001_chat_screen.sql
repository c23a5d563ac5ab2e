CREATE TABLE `memories` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`category` text NOT NULL,
	`importance` text NOT NULL,
	`conversation_id` integer,
	`message_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `memories_user` ON `memories` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `memory_accounts` (
	`user_id` text PRIMARY KEY NOT NULL,
	`total` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `share_snapshots` (
	`conversation_id` integer PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`messages` text NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `conversations` ADD `shared_at` integer;--> statement-breakpoint
ALTER TABLE `conversations` ADD `share_expires_at` integer;--> statement-breakpoint
CREATE INDEX `conversations_trash` ON `conversations` (`user_id`,`deleted_at`,`id`) WHERE "conversations"."deleted_at" is not null;--> statement-breakpoint
ALTER TABLE `messages` ADD `active` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `feedback` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `feedback_reason` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `turns_left_out` integer DEFAULT 0 NOT NULL;