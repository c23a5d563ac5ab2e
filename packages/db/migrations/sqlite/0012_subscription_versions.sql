ALTER TABLE `payment_customers` ADD `version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` DROP COLUMN `version`;