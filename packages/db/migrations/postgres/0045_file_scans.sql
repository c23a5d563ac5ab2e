CREATE TABLE "file_scans" (
	"file_id" text NOT NULL,
	"number" bigint NOT NULL,
	"state" text NOT NULL,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"reading_until" timestamp (3) with time zone,
	CONSTRAINT "file_scans_pk" PRIMARY KEY("file_id","number")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "read_as" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "scans" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "scans_left" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "read_with" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "file_scans" ADD CONSTRAINT "file_scans_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_scans_waiting" ON "file_scans" USING btree ("file_id","number") WHERE "file_scans"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "files_read_with" ON "files" USING btree ("read_with") WHERE "files"."width" is null;--> statement-breakpoint
CREATE TRIGGER "search_file_taken_out" AFTER UPDATE OF "in_search" ON "files" FOR EACH ROW
WHEN (OLD."in_search" AND NOT NEW."in_search") EXECUTE FUNCTION "search_file_removed"();
