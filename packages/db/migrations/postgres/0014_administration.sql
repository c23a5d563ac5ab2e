ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "audit_log_target_action" ON "audit_log" USING btree ("target_user_id","action","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","created_at");--> statement-breakpoint
CREATE INDEX "users_administrators" ON "users" USING btree ("access_level") WHERE access_level = 'admin';--> statement-breakpoint
-- The list of people for administrators, as docs/decisions explains it. Numbers rise with the accounts; the newest comes first.
-- Names and addresses that the product accepts are shorter than 500 characters.
CREATE TABLE "search_people" (
	"number" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL REFERENCES "users"("id") ON DELETE cascade,
	"words" text NOT NULL,
	"grams" text[] NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "search_people_user" ON "search_people" ("user_id");--> statement-breakpoint
CREATE INDEX "search_people_grams" ON "search_people" USING gin ("grams") WITH (fastupdate = off);--> statement-breakpoint
-- One row: how many people there are, and a number that rises with every change of what the list shows.
CREATE TABLE "search_people_state" (
	"id" bigint PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"total" bigint NOT NULL
);
--> statement-breakpoint
-- Letters in lower case, whatever the locale of the database: ICU's where it was built in.
DO $do$
DECLARE
	rules text := CASE WHEN EXISTS (SELECT 1 FROM pg_collation WHERE collname = 'und-x-icu') THEN '"und-x-icu"' ELSE '"default"' END;
BEGIN
	EXECUTE format($format$
		CREATE FUNCTION "search_people_fold"(words text) RETURNS text LANGUAGE sql IMMUTABLE AS $body$
			SELECT lower(words COLLATE %1$s)
		$body$
	$format$, rules);
END
$do$;
--> statement-breakpoint
-- Every run of so many characters. Own runs instead of an extension: they work everywhere, for one and two characters, too.
CREATE FUNCTION "search_people_grams"(words text, shortest integer, longest integer) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(array_agg(DISTINCT substr(words, place, size)), '{}')
	FROM generate_series(shortest, longest) size, generate_series(1, char_length(words) - size + 1) place
$$;
--> statement-breakpoint
CREATE FUNCTION "search_people_user_written"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	folded text := "search_people_fold"(left(NEW."name", 500) || chr(10) || left(NEW."email", 500) || chr(10) || NEW."access_level");
BEGIN
	INSERT INTO "search_people" ("user_id", "words", "grams") VALUES (NEW."id", folded, "search_people_grams"(folded, 1, 3))
	ON CONFLICT ("user_id") DO UPDATE SET "words" = EXCLUDED."words", "grams" = EXCLUDED."grams";
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "search_people_user_added" AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION "search_people_user_written"();
--> statement-breakpoint
CREATE TRIGGER "search_people_user_renamed" AFTER UPDATE OF "name", "email", "access_level" ON "users" FOR EACH ROW
WHEN (NEW."name" <> OLD."name" OR NEW."email" <> OLD."email" OR NEW."access_level" <> OLD."access_level")
EXECUTE FUNCTION "search_people_user_written"();
--> statement-breakpoint
-- At the commit, so that the lock on the one row is the last that a transaction takes, and the shortest.
CREATE FUNCTION "search_people_counted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "search_people_state" SET "version" = "version" + 1,
		"total" = "total" + CASE TG_OP WHEN 'INSERT' THEN 1 WHEN 'DELETE' THEN -1 ELSE 0 END;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "search_people_user_counted" AFTER INSERT OR DELETE ON "users" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "search_people_counted"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "search_people_user_changed"
AFTER UPDATE OF "name", "email", "access_level", "premium_until", "special_features", "allow_model_training", "memory_enabled", "email_verified_at", "suspended_at" ON "users"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN ((NEW."name", NEW."email", NEW."access_level", NEW."premium_until", NEW."special_features"::text, NEW."allow_model_training", NEW."memory_enabled", NEW."email_verified_at", NEW."suspended_at")
	IS DISTINCT FROM (OLD."name", OLD."email", OLD."access_level", OLD."premium_until", OLD."special_features"::text, OLD."allow_model_training", OLD."memory_enabled", OLD."email_verified_at", OLD."suspended_at"))
EXECUTE FUNCTION "search_people_counted"();
--> statement-breakpoint
INSERT INTO "search_people" ("user_id", "words", "grams")
SELECT u."id", f.words, "search_people_grams"(f.words, 1, 3)
FROM "users" u, LATERAL (SELECT "search_people_fold"(left(u."name", 500) || chr(10) || left(u."email", 500) || chr(10) || u."access_level") AS words) f
ORDER BY u."created_at", u."id";
--> statement-breakpoint
INSERT INTO "search_people_state" ("id", "version", "total") SELECT 1, 1, count(*) FROM "users";
