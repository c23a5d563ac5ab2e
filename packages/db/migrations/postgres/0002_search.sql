-- Search over the messages and titles of people's conversations: docs/decisions/012-search.md.
CREATE TABLE "search_owners" (
	"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL REFERENCES "users"("id") ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX "search_owners_user" ON "search_owners" ("user_id");--> statement-breakpoint
-- One row a message or title. Each word stands behind the number of its owner: one owner's words lie together in the index.
CREATE TABLE "search_documents" (
	"message_id" text REFERENCES "messages"("id") ON DELETE cascade,
	"conversation_id" bigint REFERENCES "conversations"("id") ON DELETE cascade,
	"owner_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"words" tsvector NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "search_documents_message" ON "search_documents" ("message_id") WHERE "message_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "search_documents_conversation" ON "search_documents" ("conversation_id") WHERE "conversation_id" is not null;--> statement-breakpoint
CREATE INDEX "search_documents_owner" ON "search_documents" ("owner_id","created_at") WHERE "message_id" is not null;--> statement-breakpoint
CREATE INDEX "search_documents_words" ON "search_documents" USING gin ("words");--> statement-breakpoint
-- Letters without their marks and in lower case, whatever the locale of the database: ICU's where it was built in.
DO $do$
DECLARE
	rules text := CASE WHEN EXISTS (SELECT 1 FROM pg_collation WHERE collname = 'und-x-icu') THEN '"und-x-icu"' ELSE '"default"' END;
BEGIN
	EXECUTE format($format$
		CREATE FUNCTION "search_words"(prefix text, content text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $body$
			SELECT coalesce(string_agg('''' || prefix || left(w.word, 200) || ''':' || w.place, ' ' ORDER BY w.place), '')::tsvector
			FROM regexp_split_to_table(
				replace(regexp_replace(normalize(lower(left(content, 65536) COLLATE %1$s), NFD), '[\u0300-\u036f]+', '', 'g'), 'ς', 'σ') COLLATE %1$s,
				'[^[:alnum:]]+'
			) WITH ORDINALITY w(word, place)
			WHERE w.word <> '' AND w.place < 16383
		$body$
	$format$, rules);
END
$do$;
--> statement-breakpoint
CREATE FUNCTION "search_owner_of"(owner_user_id text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "search_owners" ("user_id") VALUES (owner_user_id) ON CONFLICT ("user_id") DO NOTHING;
	RETURN (SELECT "id" FROM "search_owners" WHERE "user_id" = owner_user_id);
END
$$;
--> statement-breakpoint
-- The lock keeps a guest's sign-in, which moves the conversation, and an answer's end apart: the later of the two sees both.
CREATE FUNCTION "search_message_written"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	owner bigint;
BEGIN
	DELETE FROM "search_documents" WHERE "message_id" = NEW."id";
	PERFORM 1 FROM "conversations" WHERE "id" = NEW."conversation_id" FOR SHARE;
	SELECT o."id" INTO owner FROM "conversations" c JOIN "search_owners" o ON o."user_id" = c."user_id" WHERE c."id" = NEW."conversation_id";
	IF owner IS NOT NULL AND NEW."content" <> '' THEN
		INSERT INTO "search_documents" ("message_id", "owner_id", "created_at", "words")
		VALUES (NEW."id", owner, NEW."created_at", "search_words"('m' || owner || '/', NEW."content"));
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "search_message_added" AFTER INSERT ON "messages" FOR EACH ROW
WHEN (NEW."status" <> 'streaming') EXECUTE FUNCTION "search_message_written"();
--> statement-breakpoint
CREATE TRIGGER "search_message_changed" AFTER UPDATE OF "content", "status" ON "messages" FOR EACH ROW
WHEN (NEW."status" <> 'streaming' AND (OLD."status" = 'streaming' OR NEW."content" <> OLD."content"))
EXECUTE FUNCTION "search_message_written"();
--> statement-breakpoint
CREATE FUNCTION "search_title_written"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	owner bigint;
BEGIN
	DELETE FROM "search_documents" WHERE "conversation_id" = NEW."id";
	IF NEW."user_id" IS NOT NULL THEN
		owner := "search_owner_of"(NEW."user_id");
		INSERT INTO "search_documents" ("conversation_id", "owner_id", "created_at", "words")
		VALUES (NEW."id", owner, NEW."updated_at", "search_words"('t' || owner || '/', NEW."title"));
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "search_conversation_added" AFTER INSERT ON "conversations" FOR EACH ROW
EXECUTE FUNCTION "search_title_written"();
--> statement-breakpoint
CREATE TRIGGER "search_conversation_renamed" AFTER UPDATE OF "title" ON "conversations" FOR EACH ROW
WHEN (NEW."title" <> OLD."title") EXECUTE FUNCTION "search_title_written"();
--> statement-breakpoint
CREATE FUNCTION "search_conversation_moved"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	owner bigint;
BEGIN
	DELETE FROM "search_documents" WHERE "conversation_id" = NEW."id";
	DELETE FROM "search_documents" d USING "messages" m WHERE m."conversation_id" = NEW."id" AND d."message_id" = m."id";
	IF NEW."user_id" IS NOT NULL THEN
		owner := "search_owner_of"(NEW."user_id");
		INSERT INTO "search_documents" ("message_id", "owner_id", "created_at", "words")
		SELECT m."id", owner, m."created_at", "search_words"('m' || owner || '/', m."content") FROM "messages" m
		WHERE m."conversation_id" = NEW."id" AND m."status" <> 'streaming' AND m."content" <> '';
		INSERT INTO "search_documents" ("conversation_id", "owner_id", "created_at", "words")
		VALUES (NEW."id", owner, NEW."updated_at", "search_words"('t' || owner || '/', NEW."title"));
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "search_conversation_moved" AFTER UPDATE OF "user_id" ON "conversations" FOR EACH ROW
WHEN (NEW."user_id" IS DISTINCT FROM OLD."user_id") EXECUTE FUNCTION "search_conversation_moved"();
--> statement-breakpoint
INSERT INTO "search_owners" ("user_id") SELECT DISTINCT "user_id" FROM "conversations" WHERE "user_id" IS NOT NULL ORDER BY "user_id";
--> statement-breakpoint
INSERT INTO "search_documents" ("message_id", "owner_id", "created_at", "words")
SELECT m."id", o."id", m."created_at", "search_words"('m' || o."id" || '/', m."content")
FROM "messages" m JOIN "conversations" c ON c."id" = m."conversation_id" JOIN "search_owners" o ON o."user_id" = c."user_id"
WHERE m."status" <> 'streaming' AND m."content" <> '';
--> statement-breakpoint
INSERT INTO "search_documents" ("conversation_id", "owner_id", "created_at", "words")
SELECT c."id", o."id", c."updated_at", "search_words"('t' || o."id" || '/', c."title")
FROM "conversations" c JOIN "search_owners" o ON o."user_id" = c."user_id";
