CREATE TABLE `file_scans` (
	`file_id` text NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`reading_until` integer,
	PRIMARY KEY(`file_id`, `number`),
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `file_scans_waiting` ON `file_scans` (`file_id`,`number`) WHERE "file_scans"."state" = 'waiting';--> statement-breakpoint
ALTER TABLE `files` ADD `read_as` text;--> statement-breakpoint
ALTER TABLE `files` ADD `scans` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `files` ADD `scans_left` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `files` ADD `read_with` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `files_read_with` ON `files` (`read_with`) WHERE "files"."width" is null;--> statement-breakpoint
CREATE TRIGGER `search_file_taken_out` AFTER UPDATE OF in_search ON `files` WHEN OLD.in_search AND NOT NEW.in_search BEGIN
	DELETE FROM `search_documents` WHERE file_id = OLD.id AND page = 0 AND part = 0;
END;
