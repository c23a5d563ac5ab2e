ALTER TABLE `knowledge_sources` ADD `empty_since` integer;--> statement-breakpoint
ALTER TABLE `knowledge_sources` ADD `keeps_last_text` integer DEFAULT false NOT NULL;