CREATE TABLE `allowance_accounts` (
	`subject` text PRIMARY KEY NOT NULL,
	`total` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `allowance_ledger` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`amount` integer NOT NULL,
	`total_before` integer NOT NULL,
	`refund_of` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `allowance_ledger_subject` ON `allowance_ledger` (`subject`,`created_at`,`total_before`);--> statement-breakpoint
CREATE UNIQUE INDEX `allowance_ledger_refund` ON `allowance_ledger` (`refund_of`) WHERE "allowance_ledger"."refund_of" is not null;--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`target_user_id` text,
	`detail` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_target` ON `audit_log` (`target_user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_log_created` ON `audit_log` (`created_at`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` text,
	`guest_id` text,
	`title` text NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`fun_mode` integer DEFAULT false NOT NULL,
	`harmful_mode` integer DEFAULT false NOT NULL,
	`head_message_id` text,
	`next_ordinal` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`guest_id`) REFERENCES `guests`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `conversations_user` ON `conversations` (`user_id`,`archived`,`updated_at`,`id`) WHERE "conversations"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `conversations_guest` ON `conversations` (`guest_id`,`updated_at`) WHERE "conversations"."guest_id" is not null;--> statement-breakpoint
CREATE INDEX `conversations_deleted` ON `conversations` (`deleted_at`) WHERE "conversations"."deleted_at" is not null;--> statement-breakpoint
CREATE TABLE `cross_domain_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`parent_session_id` text NOT NULL,
	`target_origin` text NOT NULL,
	`expires_at` integer NOT NULL,
	`consumed_at` integer,
	`made_session_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cross_domain_tokens_user` ON `cross_domain_tokens` (`user_id`);--> statement-breakpoint
CREATE INDEX `cross_domain_tokens_parent` ON `cross_domain_tokens` (`parent_session_id`);--> statement-breakpoint
CREATE INDEX `cross_domain_tokens_expires` ON `cross_domain_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `email_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`purpose` text NOT NULL,
	`email` text NOT NULL,
	`name` text,
	`password_hash` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`consumed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `email_tokens_user` ON `email_tokens` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `email_tokens_email` ON `email_tokens` (`email`,`purpose`,`created_at`);--> statement-breakpoint
CREATE INDEX `email_tokens_expires` ON `email_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `generation_events` (
	`message_id` text NOT NULL,
	`first_sequence` integer NOT NULL,
	`last_sequence` integer NOT NULL,
	`deltas` text NOT NULL,
	PRIMARY KEY(`message_id`, `first_sequence`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `generations` (
	`message_id` text PRIMARY KEY NOT NULL,
	`boot_id` text NOT NULL,
	`heartbeat_at` integer NOT NULL,
	`attempts` integer DEFAULT 1 NOT NULL,
	`charge_ids` text NOT NULL,
	`stop_requested_at` integer,
	`stop_shown_length` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `guests` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `guests_token` ON `guests` (`token_hash`);--> statement-breakpoint
CREATE INDEX `guests_created` ON `guests` (`created_at`);--> statement-breakpoint
CREATE TABLE `identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` integer NOT NULL,
	`parent_id` text,
	`ordinal` integer NOT NULL,
	`role` text NOT NULL,
	`content` text NOT NULL,
	`status` text NOT NULL,
	`sender_key` text,
	`client_message_id` text,
	`answered_by` text,
	`error` text,
	`sequence` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_conversation` ON `messages` (`conversation_id`,`ordinal`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_sender` ON `messages` (`sender_key`,`client_message_id`) WHERE "messages"."client_message_id" is not null;--> statement-breakpoint
CREATE INDEX `messages_parent` ON `messages` (`parent_id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`headers` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`status`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_created` ON `outbox` (`created_at`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`arrival_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_limits_arrival` ON `rate_limits` (`arrival_ms`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`family_id` text NOT NULL,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_family` ON `sessions` (`family_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`previous_email` text,
	`password_hash` text,
	`needs_password_reset` integer DEFAULT false NOT NULL,
	`email_verified_at` integer,
	`access_level` text DEFAULT 'basic' NOT NULL,
	`special_features` text NOT NULL,
	`allow_model_training` integer DEFAULT true NOT NULL,
	`memory_enabled` integer DEFAULT true NOT NULL,
	`signed_in_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_previous_email` ON `users` (`previous_email`);--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`);