CREATE TABLE `share_files` (
	`conversation_id` integer NOT NULL,
	`file_id` text NOT NULL,
	PRIMARY KEY(`conversation_id`, `file_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `share_snapshots`(`conversation_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `share_files_file` ON `share_files` (`file_id`);--> statement-breakpoint
ALTER TABLE `conversations` ADD `share_includes_files` integer DEFAULT false NOT NULL;