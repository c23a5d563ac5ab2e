ALTER TABLE "payment_customers" ADD COLUMN "version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" DROP COLUMN "version";