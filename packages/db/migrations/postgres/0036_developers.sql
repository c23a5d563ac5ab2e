CREATE TABLE "app_authorizations" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_code" text,
	"user_id" text,
	"client_id" text NOT NULL,
	"client_name" text NOT NULL,
	"scopes" json NOT NULL,
	"device" text,
	"network" text,
	"redirect_uri" text,
	"code_challenge" text,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"polled_at" timestamp (3) with time zone,
	"consumed_at" timestamp (3) with time zone,
	"app_id" text
);
--> statement-breakpoint
CREATE TABLE "connected_apps" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"scopes" json NOT NULL,
	"refresh_hash" text,
	"used_refresh_hash" text,
	"refresh_expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "repeatable_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"body_hash" text NOT NULL,
	"boot_id" text NOT NULL,
	"answer" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "token_messages" (
	"token_id" text NOT NULL,
	"day" text NOT NULL,
	"user_id" text NOT NULL,
	"messages" bigint NOT NULL,
	CONSTRAINT "token_messages_pk" PRIMARY KEY("token_id","day")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"conversation_id" bigint,
	"about_user_id" text,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"status" text NOT NULL,
	"attempts" bigint NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"sending_until" timestamp (3) with time zone,
	"tried_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"answer_status" bigint,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"is_for_everybody" boolean NOT NULL,
	"url" text NOT NULL,
	"events" json NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"stopped_because" text
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "app_id" text;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "app" text;--> statement-breakpoint
ALTER TABLE "memory_versions" ADD COLUMN "app" text;--> statement-breakpoint
ALTER TABLE "app_authorizations" ADD CONSTRAINT "app_authorizations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connected_apps" ADD CONSTRAINT "connected_apps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repeatable_requests" ADD CONSTRAINT "repeatable_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_messages" ADD CONSTRAINT "token_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_about_user_id_users_id_fk" FOREIGN KEY ("about_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "app_authorizations_user_code" ON "app_authorizations" USING btree ("user_code");--> statement-breakpoint
CREATE INDEX "app_authorizations_user" ON "app_authorizations" USING btree ("user_id") WHERE "app_authorizations"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "app_authorizations_expires" ON "app_authorizations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "connected_apps_user" ON "connected_apps" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "connected_apps_refresh" ON "connected_apps" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "connected_apps_used_refresh" ON "connected_apps" USING btree ("used_refresh_hash");--> statement-breakpoint
CREATE INDEX "connected_apps_expires" ON "connected_apps" USING btree ("refresh_expires_at") WHERE "connected_apps"."refresh_expires_at" is not null;--> statement-breakpoint
CREATE INDEX "repeatable_requests_user" ON "repeatable_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "repeatable_requests_created" ON "repeatable_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "token_messages_user" ON "token_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "token_messages_day" ON "token_messages" USING btree ("day");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("status","next_attempt_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_about_user" ON "webhook_deliveries" USING btree ("about_user_id") WHERE "webhook_deliveries"."about_user_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_conversation" ON "webhook_deliveries" USING btree ("conversation_id") WHERE "webhook_deliveries"."conversation_id" is not null;--> statement-breakpoint
CREATE INDEX "webhooks_user" ON "webhooks" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "webhooks_for_everybody" ON "webhooks" USING btree ("is_for_everybody");--> statement-breakpoint
CREATE INDEX "webhooks_changed" ON "webhooks" USING btree ("changed_at");--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_app_id_connected_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."connected_apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_tokens_app" ON "api_tokens" USING btree ("app_id") WHERE "api_tokens"."app_id" is not null;