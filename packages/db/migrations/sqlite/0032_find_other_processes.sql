CREATE TABLE `processes` (
	`id` text PRIMARY KEY NOT NULL,
	`address` text,
	`heartbeat_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `generations` ADD `handed_over` integer DEFAULT false NOT NULL;