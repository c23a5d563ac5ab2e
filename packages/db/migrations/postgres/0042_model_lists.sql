CREATE TABLE "model_lists" (
	"id" text PRIMARY KEY NOT NULL,
	"list" json,
	"picked" text,
	"read_at" timestamp (3) with time zone,
	"next_read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_notices" (
	"model" text NOT NULL,
	"ends_at" text NOT NULL,
	"days" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "model_notices_pk" PRIMARY KEY("model","ends_at","days")
);
