CREATE TABLE `knowledge_revisions` (
	`source_key` text NOT NULL,
	`number` integer NOT NULL,
	`hash` text NOT NULL,
	`size` integer NOT NULL,
	`passages` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`source_key`, `number`),
	FOREIGN KEY (`source_key`) REFERENCES `knowledge_sources`(`key`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `knowledge_sources` (
	`key` text PRIMARY KEY NOT NULL,
	`version` text,
	`revision` integer,
	`documents` text,
	`notes` text NOT NULL,
	`checked_at` integer,
	`synced_at` integer,
	`read_at` integer,
	`problem` text,
	`failure` text,
	`failing_since` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`next_check_at` integer NOT NULL,
	`claim` text
);
