CREATE TABLE "imported_conversations" (
	"job_id" text NOT NULL,
	"conversation_id" bigint NOT NULL,
	"from_ordinal" bigint NOT NULL,
	"to_ordinal" bigint NOT NULL,
	"head_before" text,
	"updated_before" timestamp (3) with time zone,
	"complete" boolean NOT NULL,
	CONSTRAINT "imported_conversations_pk" PRIMARY KEY("job_id","conversation_id","from_ordinal")
);
--> statement-breakpoint
CREATE TABLE "imported_memories" (
	"job_id" text NOT NULL,
	"memory_id" text NOT NULL,
	CONSTRAINT "imported_memories_pk" PRIMARY KEY("job_id","memory_id")
);
--> statement-breakpoint
DROP INDEX "archive_jobs_active";--> statement-breakpoint
ALTER TABLE "archive_jobs" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "archive_jobs" ADD COLUMN "problems" json;--> statement-breakpoint
ALTER TABLE "archive_jobs" ADD COLUMN "found" bigint;--> statement-breakpoint
ALTER TABLE "archive_jobs" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "archive_jobs" ADD COLUMN "undone_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "archive_jobs" ADD COLUMN "undone_removed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "archive_jobs" ADD COLUMN "undone_kept" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "archive_jobs" ADD COLUMN "vain_starts" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "added_by_import" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imported_conversations" ADD CONSTRAINT "imported_conversations_job_id_archive_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."archive_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_conversations" ADD CONSTRAINT "imported_conversations_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_memories" ADD CONSTRAINT "imported_memories_job_id_archive_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."archive_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_memories" ADD CONSTRAINT "imported_memories_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imported_conversations_conversation" ON "imported_conversations" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "imported_memories_memory" ON "imported_memories" USING btree ("memory_id");--> statement-breakpoint
CREATE UNIQUE INDEX "archive_jobs_export" ON "archive_jobs" USING btree ("user_id") WHERE "archive_jobs"."kind" = 'export' and "archive_jobs"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "archive_jobs_import" ON "archive_jobs" USING btree ("user_id") WHERE "archive_jobs"."kind" = 'import' and "archive_jobs"."status" = 'running';--> statement-breakpoint
CREATE INDEX "conversations_pinned" ON "conversations" USING btree ("user_id","updated_at","id") WHERE "conversations"."pinned";