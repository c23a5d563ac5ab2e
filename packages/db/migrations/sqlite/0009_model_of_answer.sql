ALTER TABLE `messages` ADD `model` text;--> statement-breakpoint
ALTER TABLE `generations` DROP COLUMN `model`;