ALTER TABLE `conversations` ADD `web_search` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `conversations` ADD `model` text;--> statement-breakpoint
ALTER TABLE `generations` ADD `model` text;--> statement-breakpoint
ALTER TABLE `memories` ADD `saved_by` text;--> statement-breakpoint
CREATE UNIQUE INDEX `memories_saved_by` ON `memories` (`saved_by`) WHERE "memories"."saved_by" is not null;--> statement-breakpoint
ALTER TABLE `messages` ADD `steps` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `sources` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `used_memories` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `reasoning` text;