CREATE TABLE "subscription_decisions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"decision" text NOT NULL,
	"reason" text,
	"decided_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"attempts" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscription_decisions" ADD CONSTRAINT "subscription_decisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscription_decisions_due" ON "subscription_decisions" USING btree ("due_at") WHERE "subscription_decisions"."due_at" is not null;