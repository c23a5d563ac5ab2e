CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`boot_id` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `users` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `users_deleted` ON `users` (`deleted_at`) WHERE "users"."deleted_at" is not null;--> statement-breakpoint
-- A deleted account leaves the list of people at once. Its row goes later, and is not counted again.
DROP TRIGGER `search_people_user_renamed`;
--> statement-breakpoint
CREATE TRIGGER `search_people_user_renamed` AFTER UPDATE OF name, email, access_level ON `users`
WHEN NEW.deleted_at IS NULL AND (NEW.name <> OLD.name OR NEW.email <> OLD.email OR NEW.access_level <> OLD.access_level) BEGIN
	UPDATE `search_people` SET words = substr(NEW.name, 1, 500) || char(10) || substr(NEW.email, 1, 500) || char(10) || NEW.access_level WHERE user_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_people_user_deleted` AFTER UPDATE OF deleted_at ON `users`
WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN
	DELETE FROM `search_people` WHERE user_id = OLD.id;
	UPDATE `search_people_state` SET version = version + 1, total = total - 1;
END;
--> statement-breakpoint
DROP TRIGGER `search_people_user_removed`;
--> statement-breakpoint
CREATE TRIGGER `search_people_user_removed` AFTER DELETE ON `users` WHEN OLD.deleted_at IS NULL BEGIN
	DELETE FROM `search_people` WHERE user_id = OLD.id;
	UPDATE `search_people_state` SET version = version + 1, total = total - 1;
END;
