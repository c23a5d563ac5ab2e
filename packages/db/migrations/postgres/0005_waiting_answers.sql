ALTER TABLE "generations" ADD COLUMN "waiting_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "allowance_ledger_created" ON "allowance_ledger" USING btree ("created_at");