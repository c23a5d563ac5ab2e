ALTER TABLE `outbox` ADD `user_id` text REFERENCES users(id) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `outbox` ADD `forget_when_done` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_user` ON `outbox` (`user_id`) WHERE "outbox"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox` (`recipient`);