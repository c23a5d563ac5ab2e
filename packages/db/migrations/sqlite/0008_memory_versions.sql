CREATE TABLE `memory_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`memory_id` text NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`category` text NOT NULL,
	`importance` text NOT NULL,
	`conversation_id` integer,
	`message_id` text,
	`saved_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`replaced_at` integer NOT NULL,
	`replaced_by` text,
	`forgotten_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `memory_versions_memory` ON `memory_versions` (`user_id`,`memory_id`,`replaced_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `memory_versions_replaced_by` ON `memory_versions` (`replaced_by`,`memory_id`) WHERE "memory_versions"."replaced_by" is not null;--> statement-breakpoint
CREATE INDEX `memory_versions_forgotten` ON `memory_versions` (`forgotten_at`) WHERE "memory_versions"."forgotten_at" is not null;--> statement-breakpoint
ALTER TABLE `conversations` ADD `copied_messages` integer DEFAULT 0 NOT NULL;