CREATE TABLE "memory_versions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"memory_id" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"category" text NOT NULL,
	"importance" text NOT NULL,
	"conversation_id" bigint,
	"message_id" text,
	"saved_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	"replaced_by" text,
	"forgotten_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "copied_messages" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memory_versions" ADD CONSTRAINT "memory_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memory_versions_memory" ON "memory_versions" USING btree ("user_id","memory_id","replaced_at");--> statement-breakpoint
CREATE UNIQUE INDEX "memory_versions_replaced_by" ON "memory_versions" USING btree ("replaced_by","memory_id") WHERE "memory_versions"."replaced_by" is not null;--> statement-breakpoint
CREATE INDEX "memory_versions_forgotten" ON "memory_versions" USING btree ("forgotten_at") WHERE "memory_versions"."forgotten_at" is not null;