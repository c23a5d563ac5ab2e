CREATE TABLE "company_logins" (
	"id" text PRIMARY KEY NOT NULL,
	"family_id" text NOT NULL,
	"user_id" text NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"sid" text,
	"refresh_token" text,
	"checked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "admin_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "company_logins" ADD CONSTRAINT "company_logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_logins_family" ON "company_logins" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "company_logins_user" ON "company_logins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "company_logins_subject" ON "company_logins" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "company_logins_sid" ON "company_logins" USING btree ("issuer","sid");--> statement-breakpoint
CREATE INDEX "company_logins_checked" ON "company_logins" USING btree ("checked_at") WHERE "company_logins"."refresh_token" is not null;