CREATE TABLE `model_lists` (
	`id` text PRIMARY KEY NOT NULL,
	`list` text,
	`picked` text,
	`read_at` integer,
	`next_read_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `model_notices` (
	`model` text NOT NULL,
	`ends_at` text NOT NULL,
	`days` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`model`, `ends_at`, `days`)
);
