CREATE TABLE "processes" (
	"id" text PRIMARY KEY NOT NULL,
	"address" text,
	"heartbeat_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "handed_over" boolean DEFAULT false NOT NULL;