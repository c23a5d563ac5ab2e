CREATE TABLE `subscription_decisions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`decision` text NOT NULL,
	`reason` text,
	`decided_at` integer NOT NULL,
	`due_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `subscription_decisions_due` ON `subscription_decisions` (`due_at`) WHERE "subscription_decisions"."due_at" is not null;