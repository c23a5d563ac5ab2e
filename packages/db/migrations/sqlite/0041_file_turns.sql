ALTER TABLE `files` ADD `network` text;--> statement-breakpoint
ALTER TABLE `files` ADD `copied_from` text;