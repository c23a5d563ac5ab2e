CREATE TABLE "model_notes" (
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"what" text NOT NULL,
	"value" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "model_notes_provider_model_what_pk" PRIMARY KEY("provider","model","what")
);
