CREATE TABLE `campaigns` (
	`id` text PRIMARY KEY NOT NULL,
	`created_by` text,
	`recipient_type` text NOT NULL,
	`subject` text NOT NULL,
	`content` text NOT NULL,
	`format` text NOT NULL,
	`status` text NOT NULL,
	`total` integer NOT NULL,
	`unsubscribed` integer NOT NULL,
	`suspended` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`results` text,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `campaigns_created` ON `campaigns` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_open` ON `campaigns` (`status`) WHERE "campaigns"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `campaigns_author` ON `campaigns` (`created_by`);--> statement-breakpoint
DROP INDEX `outbox_due`;--> statement-breakpoint
ALTER TABLE `outbox` ADD `campaign_id` text REFERENCES campaigns(id);--> statement-breakpoint
CREATE INDEX `outbox_campaign` ON `outbox` (`campaign_id`,`status`,`next_attempt_at`) WHERE "outbox"."campaign_id" is not null;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`status`,`next_attempt_at`) WHERE "outbox"."campaign_id" is null;--> statement-breakpoint
ALTER TABLE `users` ADD `unsubscribed_at` integer;