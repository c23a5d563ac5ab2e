ALTER TABLE `conversations` ADD `import_job_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `archive_jobs_active` ON `archive_jobs` (`user_id`,`kind`) WHERE "archive_jobs"."ended_at" is null;