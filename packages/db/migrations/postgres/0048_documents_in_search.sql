-- Documents of conversations are in the search: docs/decisions/012-search.md. A document is found by its title and the beginning of its newest
-- version.
ALTER TABLE "search_documents" ADD COLUMN "document_id" text REFERENCES "documents"("id") ON DELETE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "search_documents_document" ON "search_documents" ("document_id") WHERE "document_id" is not null;--> statement-breakpoint
CREATE INDEX "search_documents_documents_of" ON "search_documents" ("owner_id","created_at") WHERE "document_id" is not null;--> statement-breakpoint
CREATE FUNCTION "search_document_written"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	its_owner text;
	owner bigint;
BEGIN
	DELETE FROM "search_documents" WHERE "document_id" = NEW."id";
	IF NEW."in_search" THEN
		SELECT "user_id" INTO its_owner FROM "conversations" WHERE "id" = NEW."conversation_id";
		IF its_owner IS NOT NULL THEN
			owner := "search_owner_of"(its_owner);
			INSERT INTO "search_documents" ("document_id", "owner_id", "created_at", "words")
			SELECT NEW."id", owner, NEW."updated_at", "search_words"('d' || owner || '/', NEW."title" || E'\n' || v."content")
			FROM "document_versions" v WHERE v."document_id" = NEW."id" AND v."number" = NEW."version";
		END IF;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "search_document_in_search" AFTER UPDATE OF "in_search" ON "documents" FOR EACH ROW
WHEN (NEW."in_search" IS DISTINCT FROM OLD."in_search") EXECUTE FUNCTION "search_document_written"();
--> statement-breakpoint
CREATE TRIGGER "search_document_renamed" AFTER UPDATE OF "title" ON "documents" FOR EACH ROW
WHEN (NEW."in_search" AND NEW."title" <> OLD."title" AND NEW."version" = OLD."version") EXECUTE FUNCTION "search_document_written"();
--> statement-breakpoint
-- A version that is the newest puts the document into the search again. The lock keeps it and a guest's sign-in apart.
CREATE FUNCTION "search_version_added"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	is_found boolean;
BEGIN
	SELECT c."user_id" IS NOT NULL AND NOT c."temporary" INTO is_found
	FROM "documents" d JOIN "conversations" c ON c."id" = d."conversation_id" WHERE d."id" = NEW."document_id" FOR SHARE OF c;
	UPDATE "documents" SET "in_search" = false WHERE "id" = NEW."document_id" AND "version" = NEW."number" AND "in_search";
	IF is_found THEN
		UPDATE "documents" SET "in_search" = true WHERE "id" = NEW."document_id" AND "version" = NEW."number";
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "search_version_added" AFTER INSERT ON "document_versions" FOR EACH ROW EXECUTE FUNCTION "search_version_added"();
--> statement-breakpoint
-- A guest's conversation gets into an account, and a temporary chat is kept.
CREATE FUNCTION "search_documents_moved"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "documents" SET "in_search" = false WHERE "conversation_id" = NEW."id" AND "in_search";
	IF NEW."user_id" IS NOT NULL AND NOT NEW."temporary" THEN
		UPDATE "documents" SET "in_search" = true WHERE "conversation_id" = NEW."id";
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "search_documents_moved" AFTER UPDATE OF "user_id" ON "conversations" FOR EACH ROW
WHEN (NEW."user_id" IS DISTINCT FROM OLD."user_id") EXECUTE FUNCTION "search_documents_moved"();
--> statement-breakpoint
CREATE TRIGGER "search_documents_kept" AFTER UPDATE OF "temporary" ON "conversations" FOR EACH ROW
WHEN (OLD."temporary" AND NOT NEW."temporary") EXECUTE FUNCTION "search_documents_moved"();
--> statement-breakpoint
UPDATE "documents" SET "in_search" = false WHERE "in_search";
--> statement-breakpoint
UPDATE "documents" d SET "in_search" = true FROM "conversations" c
WHERE c."id" = d."conversation_id" AND c."user_id" IS NOT NULL AND NOT c."temporary";
