ALTER TABLE `outbox` RENAME TO `jobs`;--> statement-breakpoint
ALTER TABLE `jobs` RENAME COLUMN `channel` TO `queue`;--> statement-breakpoint
ALTER TABLE `jobs` RENAME COLUMN `email` TO `data`;--> statement-breakpoint
ALTER TABLE `webhook_answers` RENAME COLUMN `outbox` TO `job`;--> statement-breakpoint
DROP INDEX `outbox_application`;--> statement-breakpoint
DROP INDEX `outbox_without_application`;--> statement-breakpoint
DROP INDEX `outbox_state`;--> statement-breakpoint
DROP INDEX `outbox_endpoint`;--> statement-breakpoint
DROP INDEX `outbox_endpoint_open`;--> statement-breakpoint
DROP INDEX `webhook_answers_outbox`;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_application` ON `jobs` (`application`,`dedupe_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_without_application` ON `jobs` (`dedupe_key`) WHERE application is null;--> statement-breakpoint
CREATE INDEX `jobs_state` ON `jobs` (`queue`,`state`,`next_at`);--> statement-breakpoint
CREATE INDEX `jobs_endpoint` ON `jobs` (`endpoint`,`id`) WHERE endpoint is not null;--> statement-breakpoint
CREATE INDEX `jobs_endpoint_open` ON `jobs` (`endpoint`,`id`) WHERE endpoint is not null and state in ('waiting', 'leased');--> statement-breakpoint
CREATE INDEX `webhook_answers_job` ON `webhook_answers` (`job`);--> statement-breakpoint
INSERT INTO `jobs` (`queue`, `kind`, `data`, `dedupe_key`, `application`, `document`, `attempts`, `created_at`, `next_at`)
SELECT 'document', `kind`, '{}', 'document|' || `id`, `application`, `id`, `attempts`, `frozen_at`, `next_at`
FROM `documents` WHERE `sealed_at` IS NULL AND `erased_at` IS NULL ORDER BY `id`;--> statement-breakpoint
DROP INDEX `documents_pending`;--> statement-breakpoint
ALTER TABLE `documents` DROP COLUMN `attempts`;--> statement-breakpoint
ALTER TABLE `documents` DROP COLUMN `next_at`;--> statement-breakpoint
CREATE INDEX `documents_pending` ON `documents` (`frozen_at`) WHERE sealed_at is null and erased_at is null;