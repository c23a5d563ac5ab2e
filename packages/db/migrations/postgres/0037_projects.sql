CREATE TABLE "project_files" (
	"project_id" text NOT NULL,
	"file_id" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "project_files_pk" PRIMARY KEY("project_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"instructions" text DEFAULT '' NOT NULL,
	"memory" text DEFAULT 'shared' NOT NULL,
	"color" text NOT NULL,
	"import_key" text,
	"import_job_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"conversations_went" text,
	"unsettled" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prompts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"position" bigint NOT NULL,
	"import_job_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "conversations_user";--> statement-breakpoint
DROP INDEX "memories_user";--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "project_id" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "former_project_id" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "temporary" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "project_id" text;--> statement-breakpoint
ALTER TABLE "memory_versions" ADD COLUMN "project_id" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "used_instructions" json;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "instructions" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "project_files" ADD CONSTRAINT "project_files_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_files" ADD CONSTRAINT "project_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompts" ADD CONSTRAINT "prompts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "project_files_file" ON "project_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "projects_user" ON "projects" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "projects_deleted" ON "projects" USING btree ("deleted_at") WHERE "projects"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "projects_unsettled" ON "projects" USING btree ("id") WHERE "projects"."unsettled";--> statement-breakpoint
CREATE UNIQUE INDEX "projects_import" ON "projects" USING btree ("user_id","import_key") WHERE "projects"."import_key" is not null;--> statement-breakpoint
CREATE INDEX "prompts_user" ON "prompts" USING btree ("user_id","position","id");--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_versions" ADD CONSTRAINT "memory_versions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_project" ON "conversations" USING btree ("project_id","updated_at","id") WHERE "conversations"."project_id" is not null;--> statement-breakpoint
CREATE INDEX "conversations_former_project" ON "conversations" USING btree ("former_project_id") WHERE "conversations"."former_project_id" is not null;--> statement-breakpoint
CREATE INDEX "conversations_temporary" ON "conversations" USING btree ("user_id","updated_at") WHERE "conversations"."temporary";--> statement-breakpoint
CREATE INDEX "memories_project" ON "memories" USING btree ("project_id") WHERE "memories"."project_id" is not null;--> statement-breakpoint
CREATE INDEX "memory_versions_project" ON "memory_versions" USING btree ("project_id") WHERE "memory_versions"."project_id" is not null;--> statement-breakpoint
CREATE INDEX "conversations_user" ON "conversations" USING btree ("user_id","archived","updated_at","id","project_id") WHERE "conversations"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "memories_user" ON "memories" USING btree ("user_id","created_at","id","updated_at","project_id");--> statement-breakpoint
-- A temporary chat is not in the search. It comes into it when it is kept. The lock also keeps that and an answer's end apart.
CREATE OR REPLACE FUNCTION "search_message_written"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	owner bigint;
BEGIN
	DELETE FROM "search_documents" WHERE "message_id" = NEW."id";
	PERFORM 1 FROM "conversations" WHERE "id" = NEW."conversation_id" FOR SHARE;
	SELECT o."id" INTO owner FROM "conversations" c JOIN "search_owners" o ON o."user_id" = c."user_id"
	WHERE c."id" = NEW."conversation_id" AND NOT c."temporary";
	IF owner IS NOT NULL AND NEW."content" <> '' THEN
		INSERT INTO "search_documents" ("message_id", "owner_id", "created_at", "words")
		VALUES (NEW."id", owner, NEW."created_at", "search_words"('m' || owner || '/', NEW."content"));
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "search_title_written"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	owner bigint;
BEGIN
	DELETE FROM "search_documents" WHERE "conversation_id" = NEW."id";
	IF NEW."user_id" IS NOT NULL AND NOT NEW."temporary" THEN
		owner := "search_owner_of"(NEW."user_id");
		INSERT INTO "search_documents" ("conversation_id", "owner_id", "created_at", "words")
		VALUES (NEW."id", owner, NEW."updated_at", "search_words"('t' || owner || '/', NEW."title"));
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "search_conversation_kept" AFTER UPDATE OF "temporary" ON "conversations" FOR EACH ROW
WHEN (OLD."temporary" AND NOT NEW."temporary") EXECUTE FUNCTION "search_conversation_moved"();
