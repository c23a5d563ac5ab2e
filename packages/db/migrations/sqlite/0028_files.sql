CREATE TABLE `file_accounts` (
	`user_id` text PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `file_blobs` (
	`sha256` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`claimed_until` integer NOT NULL,
	`removing` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `file_pages` (
	`file_id` text NOT NULL,
	`number` integer NOT NULL,
	`part` integer NOT NULL,
	`name` text,
	`text` text NOT NULL,
	PRIMARY KEY(`file_id`, `number`, `part`),
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`guest_id` text,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`preview_sha256` text,
	`width` integer,
	`height` integer,
	`pages` integer,
	`characters` integer,
	`unit` text,
	`about` text,
	`state` text NOT NULL,
	`problem` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`reading_until` integer,
	`unused_since` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`guest_id`) REFERENCES `guests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sha256`) REFERENCES `file_blobs`(`sha256`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`preview_sha256`) REFERENCES `file_blobs`(`sha256`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `files_user` ON `files` (`user_id`,`created_at`,`id`) WHERE "files"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `files_guest` ON `files` (`guest_id`,`created_at`) WHERE "files"."guest_id" is not null;--> statement-breakpoint
CREATE INDEX `files_sha256` ON `files` (`sha256`);--> statement-breakpoint
CREATE INDEX `files_preview` ON `files` (`preview_sha256`) WHERE "files"."preview_sha256" is not null;--> statement-breakpoint
CREATE INDEX `files_unused` ON `files` (`unused_since`) WHERE "files"."unused_since" is not null;--> statement-breakpoint
CREATE INDEX `files_reading` ON `files` (`created_at`) WHERE "files"."state" = 'reading';--> statement-breakpoint
CREATE TABLE `message_files` (
	`message_id` text NOT NULL,
	`file_id` text NOT NULL,
	PRIMARY KEY(`message_id`, `file_id`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `message_files_file` ON `message_files` (`file_id`);--> statement-breakpoint
ALTER TABLE `messages` ADD `files` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `used_files` text;