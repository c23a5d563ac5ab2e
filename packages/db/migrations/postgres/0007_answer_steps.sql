ALTER TABLE "conversations" ADD COLUMN "web_search" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "saved_by" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "steps" json;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "sources" json;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "used_memories" json;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reasoning" json;--> statement-breakpoint
CREATE UNIQUE INDEX "memories_saved_by" ON "memories" USING btree ("saved_by") WHERE "memories"."saved_by" is not null;