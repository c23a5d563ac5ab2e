DROP INDEX "subscriptions_customer";--> statement-breakpoint
ALTER TABLE "subscriptions" DROP COLUMN "read_at";