ALTER TABLE "messages" ADD COLUMN "free_continue_used" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "continue_id" text;