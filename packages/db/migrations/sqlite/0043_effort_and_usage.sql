ALTER TABLE `conversations` ADD `effort` text DEFAULT 'automatic' NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `tools_left_out` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `models_gone` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `usage` text;