DROP INDEX `memories_user`;--> statement-breakpoint
CREATE INDEX `memories_user` ON `memories` (`user_id`,`created_at`,`id`,`updated_at`);