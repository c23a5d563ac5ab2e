ALTER TABLE "conversations" ADD COLUMN "effort" text DEFAULT 'automatic' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "tools_left_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "models_gone" json;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "usage" json;