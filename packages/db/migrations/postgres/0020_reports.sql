CREATE TABLE "reports" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"target_id" text NOT NULL,
	"conversation_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"text" text,
	"reporter_user_id" text,
	"reporter_guest_id" text,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by" text,
	"closing_note" text
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "share_taken_down_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_user_id_users_id_fk" FOREIGN KEY ("reporter_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_guest_id_guests_id_fk" FOREIGN KEY ("reporter_guest_id") REFERENCES "public"."guests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open_user" ON "reports" USING btree ("reporter_user_id","kind","target_id") WHERE "reports"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open_guest" ON "reports" USING btree ("reporter_guest_id","kind","target_id") WHERE "reports"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("created_at","id") WHERE "reports"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "reports_closed" ON "reports" USING btree ("created_at","id") WHERE "reports"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "reports_conversation" ON "reports" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "reports_user" ON "reports" USING btree ("reporter_user_id") WHERE "reports"."reporter_user_id" is not null;--> statement-breakpoint
CREATE INDEX "reports_guest" ON "reports" USING btree ("reporter_guest_id") WHERE "reports"."reporter_guest_id" is not null;--> statement-breakpoint
CREATE INDEX "reports_closed_by" ON "reports" USING btree ("closed_by") WHERE "reports"."closed_by" is not null;