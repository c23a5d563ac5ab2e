CREATE TABLE "file_accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_blobs" (
	"sha256" text PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"claimed_until" timestamp (3) with time zone NOT NULL,
	"removing" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_pages" (
	"file_id" text NOT NULL,
	"number" bigint NOT NULL,
	"part" bigint NOT NULL,
	"name" text,
	"text" text NOT NULL,
	CONSTRAINT "file_pages_pk" PRIMARY KEY("file_id","number","part")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"guest_id" text,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"preview_sha256" text,
	"width" bigint,
	"height" bigint,
	"pages" bigint,
	"characters" bigint,
	"unit" text,
	"about" json,
	"state" text NOT NULL,
	"problem" text,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"reading_until" timestamp (3) with time zone,
	"unused_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_files" (
	"message_id" text NOT NULL,
	"file_id" text NOT NULL,
	CONSTRAINT "message_files_pk" PRIMARY KEY("message_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "files" json;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "used_files" json;--> statement-breakpoint
ALTER TABLE "file_accounts" ADD CONSTRAINT "file_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_pages" ADD CONSTRAINT "file_pages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_sha256_file_blobs_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."file_blobs"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_preview_sha256_file_blobs_sha256_fk" FOREIGN KEY ("preview_sha256") REFERENCES "public"."file_blobs"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_user" ON "files" USING btree ("user_id","created_at","id") WHERE "files"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "files_guest" ON "files" USING btree ("guest_id","created_at") WHERE "files"."guest_id" is not null;--> statement-breakpoint
CREATE INDEX "files_sha256" ON "files" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "files_preview" ON "files" USING btree ("preview_sha256") WHERE "files"."preview_sha256" is not null;--> statement-breakpoint
CREATE INDEX "files_unused" ON "files" USING btree ("unused_since") WHERE "files"."unused_since" is not null;--> statement-breakpoint
CREATE INDEX "files_reading" ON "files" USING btree ("created_at") WHERE "files"."state" = 'reading';--> statement-breakpoint
CREATE INDEX "message_files_file" ON "message_files" USING btree ("file_id");