CREATE TABLE `api_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_hash` ON `api_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `api_tokens_user` ON `api_tokens` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `api_tokens_expires` ON `api_tokens` (`expires_at`) WHERE "api_tokens"."expires_at" is not null;--> statement-breakpoint
CREATE TABLE `archive_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`bytes` integer,
	`result` text,
	`error` text,
	`boot_id` text,
	`heartbeat_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `archive_jobs_user` ON `archive_jobs` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `archive_jobs_expires` ON `archive_jobs` (`expires_at`);--> statement-breakpoint
CREATE INDEX `archive_jobs_status` ON `archive_jobs` (`status`);--> statement-breakpoint
CREATE TABLE `payment_customers` (
	`user_id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`provider` text NOT NULL,
	`email` text NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`reconciled_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_customers_customer` ON `payment_customers` (`customer_id`);--> statement-breakpoint
CREATE INDEX `payment_customers_reconciled` ON `payment_customers` (`reconciled_at`);--> statement-breakpoint
CREATE TABLE `payment_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payment_events_received` ON `payment_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `sandbox_events` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`data` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sandbox_events_due` ON `sandbox_events` (`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `sandbox_events_user` ON `sandbox_events` (`user_id`) WHERE "sandbox_events"."user_id" is not null;--> statement-breakpoint
CREATE TABLE `sandbox_objects` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`customer_id` text,
	`data` text NOT NULL,
	`due_at` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sandbox_objects_customer` ON `sandbox_objects` (`customer_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `sandbox_objects_user` ON `sandbox_objects` (`user_id`) WHERE "sandbox_objects"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `sandbox_objects_due` ON `sandbox_objects` (`due_at`) WHERE "sandbox_objects"."due_at" is not null;--> statement-breakpoint
CREATE TABLE `sandbox_requests` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`request_hash` text NOT NULL,
	`response` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sandbox_requests_created` ON `sandbox_requests` (`created_at`);--> statement-breakpoint
CREATE INDEX `sandbox_requests_user` ON `sandbox_requests` (`user_id`) WHERE "sandbox_requests"."user_id" is not null;--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`status` text NOT NULL,
	`cancel_at_period_end` integer NOT NULL,
	`cancel_at` integer,
	`current_period_end` integer NOT NULL,
	`refunded` integer DEFAULT false NOT NULL,
	`disputed` integer DEFAULT false NOT NULL,
	`card_brand` text,
	`card_last4` text,
	`created_at` integer NOT NULL,
	`read_at` integer NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `subscriptions_user` ON `subscriptions` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_customer` ON `subscriptions` (`customer_id`);--> statement-breakpoint
ALTER TABLE `conversations` ADD `import_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_import` ON `conversations` (`user_id`,`import_key`) WHERE "conversations"."import_key" is not null;--> statement-breakpoint
ALTER TABLE `sessions` ADD `time_zone` text;--> statement-breakpoint
ALTER TABLE `users` ADD `premium_until` integer;--> statement-breakpoint
CREATE INDEX `users_premium_until` ON `users` (`premium_until`) WHERE "users"."premium_until" is not null;