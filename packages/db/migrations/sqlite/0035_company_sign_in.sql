CREATE TABLE `company_logins` (
	`id` text PRIMARY KEY NOT NULL,
	`family_id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`sid` text,
	`refresh_token` text,
	`checked_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `company_logins_family` ON `company_logins` (`family_id`);--> statement-breakpoint
CREATE INDEX `company_logins_user` ON `company_logins` (`user_id`);--> statement-breakpoint
CREATE INDEX `company_logins_subject` ON `company_logins` (`issuer`,`subject`);--> statement-breakpoint
CREATE INDEX `company_logins_sid` ON `company_logins` (`issuer`,`sid`);--> statement-breakpoint
CREATE INDEX `company_logins_checked` ON `company_logins` (`checked_at`) WHERE "company_logins"."refresh_token" is not null;--> statement-breakpoint
ALTER TABLE `identities` ADD `admin_since` integer;