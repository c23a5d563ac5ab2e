CREATE TABLE `app_authorizations` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_code` text,
	`user_id` text,
	`client_id` text NOT NULL,
	`client_name` text NOT NULL,
	`scopes` text NOT NULL,
	`device` text,
	`network` text,
	`redirect_uri` text,
	`code_challenge` text,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`polled_at` integer,
	`consumed_at` integer,
	`app_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `app_authorizations_user_code` ON `app_authorizations` (`user_code`);--> statement-breakpoint
CREATE INDEX `app_authorizations_user` ON `app_authorizations` (`user_id`) WHERE "app_authorizations"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `app_authorizations_expires` ON `app_authorizations` (`expires_at`);--> statement-breakpoint
CREATE TABLE `connected_apps` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`client_id` text NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`refresh_hash` text,
	`used_refresh_hash` text,
	`refresh_expires_at` integer,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `connected_apps_user` ON `connected_apps` (`user_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `connected_apps_refresh` ON `connected_apps` (`refresh_hash`);--> statement-breakpoint
CREATE INDEX `connected_apps_used_refresh` ON `connected_apps` (`used_refresh_hash`);--> statement-breakpoint
CREATE INDEX `connected_apps_expires` ON `connected_apps` (`refresh_expires_at`) WHERE "connected_apps"."refresh_expires_at" is not null;--> statement-breakpoint
CREATE TABLE `repeatable_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`body_hash` text NOT NULL,
	`boot_id` text NOT NULL,
	`answer` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `repeatable_requests_user` ON `repeatable_requests` (`user_id`);--> statement-breakpoint
CREATE INDEX `repeatable_requests_created` ON `repeatable_requests` (`created_at`);--> statement-breakpoint
CREATE TABLE `token_messages` (
	`token_id` text NOT NULL,
	`day` text NOT NULL,
	`user_id` text NOT NULL,
	`messages` integer NOT NULL,
	PRIMARY KEY(`token_id`, `day`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `token_messages_user` ON `token_messages` (`user_id`);--> statement-breakpoint
CREATE INDEX `token_messages_day` ON `token_messages` (`day`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`conversation_id` integer,
	`about_user_id` text,
	`event` text NOT NULL,
	`body` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`sending_until` integer,
	`tried_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	`delivered_at` integer,
	`answer_status` integer,
	`problem` text,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`about_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`status`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_webhook` ON `webhook_deliveries` (`webhook_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_created` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_about_user` ON `webhook_deliveries` (`about_user_id`) WHERE "webhook_deliveries"."about_user_id" is not null;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_conversation` ON `webhook_deliveries` (`conversation_id`) WHERE "webhook_deliveries"."conversation_id" is not null;--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`is_for_everybody` integer NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`secret` text NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`stopped_at` integer,
	`stopped_because` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhooks_user` ON `webhooks` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhooks_for_everybody` ON `webhooks` (`is_for_everybody`);--> statement-breakpoint
CREATE INDEX `webhooks_changed` ON `webhooks` (`changed_at`);--> statement-breakpoint
ALTER TABLE `api_tokens` ADD `app_id` text REFERENCES connected_apps(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `api_tokens_app` ON `api_tokens` (`app_id`) WHERE "api_tokens"."app_id" is not null;--> statement-breakpoint
ALTER TABLE `memories` ADD `app` text;--> statement-breakpoint
ALTER TABLE `memory_versions` ADD `app` text;