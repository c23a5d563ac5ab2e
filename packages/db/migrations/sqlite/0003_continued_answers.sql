ALTER TABLE `messages` ADD `free_continue_used` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `continue_id` text;