ALTER TABLE `generations` ADD `waiting_since` integer;--> statement-breakpoint
CREATE INDEX `allowance_ledger_created` ON `allowance_ledger` (`created_at`);