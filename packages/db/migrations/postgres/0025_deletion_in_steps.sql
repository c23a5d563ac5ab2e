CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"boot_id" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_deleted" ON "users" USING btree ("deleted_at") WHERE "users"."deleted_at" is not null;--> statement-breakpoint
-- A deleted account leaves the list of people at once. Its row goes later, and is not counted again.
DROP TRIGGER "search_people_user_renamed" ON "users";
--> statement-breakpoint
CREATE TRIGGER "search_people_user_renamed" AFTER UPDATE OF "name", "email", "access_level" ON "users" FOR EACH ROW
WHEN (NEW."deleted_at" IS NULL AND (NEW."name" <> OLD."name" OR NEW."email" <> OLD."email" OR NEW."access_level" <> OLD."access_level"))
EXECUTE FUNCTION "search_people_user_written"();
--> statement-breakpoint
CREATE FUNCTION "search_people_user_left"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "search_people" WHERE "user_id" = NEW."id";
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "search_people_user_deleted" AFTER UPDATE OF "deleted_at" ON "users" FOR EACH ROW
WHEN (NEW."deleted_at" IS NOT NULL AND OLD."deleted_at" IS NULL) EXECUTE FUNCTION "search_people_user_left"();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "search_people_counted"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	more integer := 0;
BEGIN
	IF TG_OP = 'INSERT' THEN
		more := 1;
	ELSIF TG_OP = 'DELETE' THEN
		IF OLD."deleted_at" IS NULL THEN
			more := -1;
		END IF;
	ELSIF NEW."deleted_at" IS NOT NULL AND OLD."deleted_at" IS NULL THEN
		more := -1;
	END IF;
	UPDATE "search_people_state" SET "version" = "version" + 1, "total" = "total" + more;
	RETURN NULL;
END
$$;
