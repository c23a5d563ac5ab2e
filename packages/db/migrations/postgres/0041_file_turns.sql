ALTER TABLE "files" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "copied_from" text;