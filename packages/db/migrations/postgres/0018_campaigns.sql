CREATE TABLE "campaigns" (
	"id" text PRIMARY KEY NOT NULL,
	"created_by" text,
	"recipient_type" text NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"format" text NOT NULL,
	"status" text NOT NULL,
	"total" bigint NOT NULL,
	"unsubscribed" bigint NOT NULL,
	"suspended" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"results" json
);
--> statement-breakpoint
DROP INDEX "outbox_due";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "campaign_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "unsubscribed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaigns_created" ON "campaigns" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "campaigns_open" ON "campaigns" USING btree ("status") WHERE "campaigns"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "campaigns_author" ON "campaigns" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_campaign" ON "outbox" USING btree ("campaign_id","status","next_attempt_at") WHERE "outbox"."campaign_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("status","next_attempt_at") WHERE "outbox"."campaign_id" is null;