ALTER TABLE `users` ADD `suspended_at` integer;--> statement-breakpoint
CREATE INDEX `users_administrators` ON `users` (`access_level`) WHERE access_level = 'admin';--> statement-breakpoint
CREATE INDEX `audit_log_target_action` ON `audit_log` (`target_user_id`,`action`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`created_at`);--> statement-breakpoint
-- The list of people for administrators, as docs/decisions explains it. Numbers rise with the accounts; the newest comes first.
-- Names and addresses that the product accepts are shorter than 500 characters.
CREATE TABLE `search_people` (
	`number` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`words` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_people_user` ON `search_people` (`user_id`);--> statement-breakpoint
CREATE VIRTUAL TABLE `search_people_index` USING fts5(words, content='search_people', content_rowid='number', tokenize='trigram');--> statement-breakpoint
-- One row: how many people there are, and a number that rises with every change of what the list shows.
CREATE TABLE `search_people_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`total` integer NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER `search_people_added` AFTER INSERT ON `search_people` BEGIN
	INSERT INTO `search_people_index` (rowid, words) VALUES (NEW.number, NEW.words);
END;
--> statement-breakpoint
CREATE TRIGGER `search_people_changed` AFTER UPDATE OF words ON `search_people` BEGIN
	INSERT INTO `search_people_index` (`search_people_index`, rowid, words) VALUES ('delete', OLD.number, OLD.words);
	INSERT INTO `search_people_index` (rowid, words) VALUES (NEW.number, NEW.words);
END;
--> statement-breakpoint
CREATE TRIGGER `search_people_removed` AFTER DELETE ON `search_people` BEGIN
	INSERT INTO `search_people_index` (`search_people_index`, rowid, words) VALUES ('delete', OLD.number, OLD.words);
END;
--> statement-breakpoint
CREATE TRIGGER `search_people_user_added` AFTER INSERT ON `users` BEGIN
	INSERT INTO `search_people` (user_id, words) VALUES (NEW.id, substr(NEW.name, 1, 500) || char(10) || substr(NEW.email, 1, 500) || char(10) || NEW.access_level);
	UPDATE `search_people_state` SET version = version + 1, total = total + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `search_people_user_renamed` AFTER UPDATE OF name, email, access_level ON `users`
WHEN NEW.name <> OLD.name OR NEW.email <> OLD.email OR NEW.access_level <> OLD.access_level BEGIN
	UPDATE `search_people` SET words = substr(NEW.name, 1, 500) || char(10) || substr(NEW.email, 1, 500) || char(10) || NEW.access_level WHERE user_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_people_user_changed`
AFTER UPDATE OF name, email, access_level, premium_until, special_features, allow_model_training, memory_enabled, email_verified_at, suspended_at ON `users`
WHEN (NEW.name, NEW.email, NEW.access_level, NEW.premium_until, NEW.special_features, NEW.allow_model_training, NEW.memory_enabled, NEW.email_verified_at, NEW.suspended_at)
	IS NOT (OLD.name, OLD.email, OLD.access_level, OLD.premium_until, OLD.special_features, OLD.allow_model_training, OLD.memory_enabled, OLD.email_verified_at, OLD.suspended_at) BEGIN
	UPDATE `search_people_state` SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `search_people_user_removed` AFTER DELETE ON `users` BEGIN
	DELETE FROM `search_people` WHERE user_id = OLD.id;
	UPDATE `search_people_state` SET version = version + 1, total = total - 1;
END;
--> statement-breakpoint
INSERT INTO `search_people` (user_id, words)
SELECT id, substr(name, 1, 500) || char(10) || substr(email, 1, 500) || char(10) || access_level FROM `users` ORDER BY created_at, id;
--> statement-breakpoint
INSERT INTO `search_people_state` (id, version, total) SELECT 1, 1, count(*) FROM `users`;
