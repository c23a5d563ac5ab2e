CREATE TABLE "knowledge_revisions" (
	"source_key" text NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	"size" bigint NOT NULL,
	"passages" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "knowledge_revisions_pk" PRIMARY KEY("source_key","number")
);
--> statement-breakpoint
CREATE TABLE "knowledge_sources" (
	"key" text PRIMARY KEY NOT NULL,
	"version" text,
	"revision" bigint,
	"documents" json,
	"notes" json NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"synced_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"problem" text,
	"failure" text,
	"failing_since" timestamp (3) with time zone,
	"failures" bigint DEFAULT 0 NOT NULL,
	"next_check_at" timestamp (3) with time zone NOT NULL,
	"claim" text
);
--> statement-breakpoint
ALTER TABLE "knowledge_revisions" ADD CONSTRAINT "knowledge_revisions_source_key_knowledge_sources_key_fk" FOREIGN KEY ("source_key") REFERENCES "public"."knowledge_sources"("key") ON DELETE cascade ON UPDATE no action;