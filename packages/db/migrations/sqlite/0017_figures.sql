CREATE TABLE `figures` (
	`hour` integer NOT NULL,
	`metric` text NOT NULL,
	`label` text NOT NULL,
	`shard` integer NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`hour`, `metric`, `label`, `shard`)
);
--> statement-breakpoint
CREATE TABLE `payment_invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`net_cents` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `payment_invoices_user` ON `payment_invoices` (`user_id`);--> statement-breakpoint
CREATE TABLE `user_activity` (
	`user_id` text PRIMARY KEY NOT NULL,
	`hour` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `users_supernoek` ON `users` (`access_level`) WHERE access_level = 'supernoek';--> statement-breakpoint
-- Accounts and plans change in many places, so triggers count them: docs/decisions explains the table.
CREATE TRIGGER `figures_user_added` AFTER INSERT ON `users` BEGIN
	INSERT INTO `figures` (hour, metric, label, shard, amount) VALUES (NEW.created_at / 3600000, 'people', 'signed-up', 0, 1)
	ON CONFLICT (hour, metric, label, shard) DO UPDATE SET amount = amount + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_plan_added` AFTER INSERT ON `users` WHEN NEW.access_level = 'supernoek' BEGIN
	INSERT INTO `figures` (hour, metric, label, shard, amount) VALUES (NEW.created_at / 3600000, 'plans', 'supernoek', 0, 1)
	ON CONFLICT (hour, metric, label, shard) DO UPDATE SET amount = amount + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_plan_changed` AFTER UPDATE OF access_level ON `users`
WHEN (NEW.access_level = 'supernoek') <> (OLD.access_level = 'supernoek') BEGIN
	INSERT INTO `figures` (hour, metric, label, shard, amount)
	VALUES (NEW.updated_at / 3600000, 'plans', 'supernoek', 0, (NEW.access_level = 'supernoek') - (OLD.access_level = 'supernoek'))
	ON CONFLICT (hour, metric, label, shard) DO UPDATE SET amount = amount + EXCLUDED.amount;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_plan_removed` AFTER DELETE ON `users` WHEN OLD.access_level = 'supernoek' BEGIN
	INSERT INTO `figures` (hour, metric, label, shard, amount) VALUES (unixepoch() / 3600, 'plans', 'supernoek', 0, -1)
	ON CONFLICT (hour, metric, label, shard) DO UPDATE SET amount = amount - 1;
END;