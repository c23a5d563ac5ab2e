CREATE TABLE "documents" (
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" bigint NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"version" bigint NOT NULL,
	"source_key" text,
	"import_key" text,
	"import_job_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"share_token" text,
	"shared_at" timestamp (3) with time zone,
	"share_expires_at" timestamp (3) with time zone,
	"shared_version" bigint,
	"shared_title" text,
	"share_taken_down_at" timestamp (3) with time zone,
	"in_search" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_versions" (
	"document_id" text NOT NULL,
	"number" bigint NOT NULL,
	"content" text NOT NULL,
	"made_by" text NOT NULL,
	"message_id" text,
	"call_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "document_versions_pk" PRIMARY KEY("document_id","number")
);
--> statement-breakpoint
CREATE TABLE "share_documents" (
	"conversation_id" bigint NOT NULL,
	"document_id" text NOT NULL,
	"title" text NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "share_documents_pk" PRIMARY KEY("conversation_id","document_id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "share_includes_documents" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "documents" json;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_documents" ADD CONSTRAINT "share_documents_conversation_id_share_snapshots_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."share_snapshots"("conversation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_documents" ADD CONSTRAINT "share_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_conversation" ON "documents" USING btree ("conversation_id","updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_source" ON "documents" USING btree ("conversation_id","source_key") WHERE "documents"."source_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_import" ON "documents" USING btree ("conversation_id","import_key") WHERE "documents"."import_key" is not null;--> statement-breakpoint
CREATE INDEX "documents_import_job" ON "documents" USING btree ("import_job_id") WHERE "documents"."import_job_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_share" ON "documents" USING btree ("share_token") WHERE "documents"."share_token" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "document_versions_call" ON "document_versions" USING btree ("document_id","call_key") WHERE "document_versions"."call_key" is not null;--> statement-breakpoint
CREATE INDEX "share_documents_document" ON "share_documents" USING btree ("document_id");