CREATE TABLE "figures" (
	"hour" bigint NOT NULL,
	"metric" text NOT NULL,
	"label" text NOT NULL,
	"shard" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "figures_pk" PRIMARY KEY("hour","metric","label","shard")
);
--> statement-breakpoint
CREATE TABLE "payment_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"net_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_activity" (
	"user_id" text PRIMARY KEY NOT NULL,
	"hour" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_invoices" ADD CONSTRAINT "payment_invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_activity" ADD CONSTRAINT "user_activity_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_invoices_user" ON "payment_invoices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_supernoek" ON "users" USING btree ("access_level") WHERE access_level = 'supernoek';--> statement-breakpoint
-- Accounts and plans change in many places, so triggers count them: docs/decisions explains the table.
CREATE FUNCTION "figures_hour"(moment timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
	SELECT floor(extract(epoch FROM moment) / 3600)::bigint
$$;
--> statement-breakpoint
-- Per statement, because one row that is changed thousands of times in a transaction becomes slow.
CREATE FUNCTION "figures_users_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "figures" ("hour", "metric", "label", "shard", "amount")
	SELECT "figures_hour"("created_at"), 'people', 'signed-up', pg_backend_pid() % 8, count(*) FROM "added" GROUP BY 1
	UNION ALL
	SELECT "figures_hour"("created_at"), 'plans', 'supernoek', pg_backend_pid() % 8, count(*) FROM "added"
	WHERE "access_level" = 'supernoek' GROUP BY 1
	ON CONFLICT ("hour", "metric", "label", "shard") DO UPDATE SET "amount" = "figures"."amount" + EXCLUDED."amount";
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "figures_users_added" AFTER INSERT ON "users" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "figures_users_added"();
--> statement-breakpoint
CREATE FUNCTION "figures_plan_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "figures" ("hour", "metric", "label", "shard", "amount")
	VALUES ("figures_hour"(NEW."updated_at"), 'plans', 'supernoek', pg_backend_pid() % 8,
		CASE WHEN NEW."access_level" = 'supernoek' THEN 1 ELSE -1 END)
	ON CONFLICT ("hour", "metric", "label", "shard") DO UPDATE SET "amount" = "figures"."amount" + EXCLUDED."amount";
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "figures_plan_changed" AFTER UPDATE OF "access_level" ON "users" FOR EACH ROW
WHEN ((NEW."access_level" = 'supernoek') <> (OLD."access_level" = 'supernoek'))
EXECUTE FUNCTION "figures_plan_changed"();
--> statement-breakpoint
CREATE FUNCTION "figures_plan_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "figures" ("hour", "metric", "label", "shard", "amount")
	SELECT "figures_hour"(now()), 'plans', 'supernoek', pg_backend_pid() % 8, -count(*) FROM "removed"
	WHERE "access_level" = 'supernoek' HAVING count(*) > 0
	ON CONFLICT ("hour", "metric", "label", "shard") DO UPDATE SET "amount" = "figures"."amount" + EXCLUDED."amount";
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "figures_plan_removed" AFTER DELETE ON "users" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "figures_plan_removed"();