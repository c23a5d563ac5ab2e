CREATE TABLE "queued_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" bigint NOT NULL,
	"place" bigint NOT NULL,
	"steers" boolean DEFAULT false NOT NULL,
	"content" text NOT NULL,
	"file_ids" json NOT NULL,
	"pasted" boolean DEFAULT false NOT NULL,
	"settings" json NOT NULL,
	"sender_key" text NOT NULL,
	"client_message_id" text NOT NULL,
	"token" json,
	"charged_to" json NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "queued_files" (
	"queued_id" text NOT NULL,
	"file_id" text NOT NULL,
	CONSTRAINT "queued_files_pk" PRIMARY KEY("queued_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "queue_pauses" (
	"conversation_id" bigint PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"message" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "queued_messages" ADD CONSTRAINT "queued_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queued_files" ADD CONSTRAINT "queued_files_queued_id_queued_messages_id_fk" FOREIGN KEY ("queued_id") REFERENCES "public"."queued_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queued_files" ADD CONSTRAINT "queued_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_pauses" ADD CONSTRAINT "queue_pauses_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "queued_messages_conversation" ON "queued_messages" USING btree ("conversation_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "queued_messages_sender" ON "queued_messages" USING btree ("sender_key","client_message_id");--> statement-breakpoint
CREATE INDEX "queued_files_file" ON "queued_files" USING btree ("file_id");