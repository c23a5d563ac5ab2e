DROP INDEX "messages_parent";--> statement-breakpoint
CREATE INDEX "messages_hidden" ON "messages" USING btree ("conversation_id","ordinal") WHERE not "messages"."active";--> statement-breakpoint
CREATE INDEX "messages_parent" ON "messages" USING btree ("parent_id","conversation_id");