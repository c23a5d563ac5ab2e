CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`conversation_id` integer NOT NULL,
	`reason` text NOT NULL,
	`text` text,
	`reporter_user_id` text,
	`reporter_guest_id` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by` text,
	`closing_note` text,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reporter_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`reporter_guest_id`) REFERENCES `guests`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_open_user` ON `reports` (`reporter_user_id`,`kind`,`target_id`) WHERE "reports"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX `reports_open_guest` ON `reports` (`reporter_guest_id`,`kind`,`target_id`) WHERE "reports"."closed_at" is null;--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`created_at`,`id`) WHERE "reports"."closed_at" is null;--> statement-breakpoint
CREATE INDEX `reports_closed` ON `reports` (`created_at`,`id`) WHERE "reports"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX `reports_conversation` ON `reports` (`conversation_id`);--> statement-breakpoint
CREATE INDEX `reports_user` ON `reports` (`reporter_user_id`) WHERE "reports"."reporter_user_id" is not null;--> statement-breakpoint
CREATE INDEX `reports_guest` ON `reports` (`reporter_guest_id`) WHERE "reports"."reporter_guest_id" is not null;--> statement-breakpoint
CREATE INDEX `reports_closed_by` ON `reports` (`closed_by`) WHERE "reports"."closed_by" is not null;--> statement-breakpoint
ALTER TABLE `conversations` ADD `share_taken_down_at` integer;