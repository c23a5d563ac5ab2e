ALTER TABLE "file_pages" ADD COLUMN "in_search" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "in_search" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "files_not_in_search" ON "files" USING btree ("created_at") WHERE not "files"."in_search" and "files"."unused_since" is null and "files"."user_id" is not null;--> statement-breakpoint
-- Pages and names of files are documents, too: docs/decisions/012-search.md. The server adds them in small steps, by setting "in_search".
ALTER TABLE "search_documents" ADD COLUMN "file_id" text;--> statement-breakpoint
-- Page 0 is the name of the file.
ALTER TABLE "search_documents" ADD COLUMN "page" bigint;--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "part" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "search_documents_file" ON "search_documents" ("file_id","page","part") WHERE "file_id" is not null;--> statement-breakpoint
CREATE INDEX "search_documents_files_of" ON "search_documents" ("owner_id","created_at") WHERE "file_id" is not null;--> statement-breakpoint
CREATE FUNCTION "search_page_written"(written_file text, written_page bigint, written_part bigint, content text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	file record;
	owner bigint;
BEGIN
	SELECT "user_id", "created_at" INTO file FROM "files" WHERE "id" = written_file;
	IF file."user_id" IS NOT NULL THEN
		owner := "search_owner_of"(file."user_id");
		INSERT INTO "search_documents" ("file_id", "page", "part", "owner_id", "created_at", "words")
		VALUES (written_file, written_page, written_part, owner, file."created_at", "search_words"('f' || owner || '/', content));
	END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "search_page_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "search_page_written"(NEW."file_id", NEW."number", NEW."part", NEW."text");
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "search_page_added" AFTER UPDATE OF "in_search" ON "file_pages" FOR EACH ROW
WHEN (NEW."in_search" AND NOT OLD."in_search") EXECUTE FUNCTION "search_page_added"();
--> statement-breakpoint
CREATE FUNCTION "search_page_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "search_documents" WHERE "file_id" = OLD."file_id" AND "page" = OLD."number" AND "part" = OLD."part";
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "search_page_removed" AFTER DELETE ON "file_pages" FOR EACH ROW
WHEN (OLD."in_search") EXECUTE FUNCTION "search_page_removed"();
--> statement-breakpoint
CREATE FUNCTION "search_file_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "search_page_written"(NEW."id", 0, 0, NEW."name");
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "search_file_added" AFTER UPDATE OF "in_search" ON "files" FOR EACH ROW
WHEN (NEW."in_search" AND NOT OLD."in_search") EXECUTE FUNCTION "search_file_added"();
--> statement-breakpoint
CREATE FUNCTION "search_file_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "search_documents" WHERE "file_id" = OLD."id" AND "page" = 0 AND "part" = 0;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "search_file_removed" AFTER DELETE ON "files" FOR EACH ROW
WHEN (OLD."in_search") EXECUTE FUNCTION "search_file_removed"();
