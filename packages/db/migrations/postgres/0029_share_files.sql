CREATE TABLE "share_files" (
	"conversation_id" bigint NOT NULL,
	"file_id" text NOT NULL,
	CONSTRAINT "share_files_pk" PRIMARY KEY("conversation_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "share_includes_files" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "share_files" ADD CONSTRAINT "share_files_conversation_id_share_snapshots_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."share_snapshots"("conversation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_files" ADD CONSTRAINT "share_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_files_file" ON "share_files" USING btree ("file_id");