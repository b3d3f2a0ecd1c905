-- Counted when they happen, so that a past month stays true when its applications are gone.
CREATE TABLE `monthly_tally` (
	`month` text PRIMARY KEY NOT NULL,
	`started` integer DEFAULT 0 NOT NULL,
	`submitted` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
-- Events outlive their applications; rows without events came by an import.
INSERT INTO `monthly_tally` (`month`, `started`, `submitted`)
SELECT
	ifnull((SELECT `month` FROM `month_starts` WHERE `starts_at` <= `created` ORDER BY `starts_at` DESC LIMIT 1), strftime('%Y-%m', `created` / 1000, 'unixepoch')),
	count(*),
	sum(`was_submitted`)
FROM (
	SELECT min(`at`) AS `created`, max(`action` = 'application submitted') AS `was_submitted`
	FROM `events`
	WHERE `application` IN (SELECT `application` FROM `events` WHERE `action` = 'draft created')
	GROUP BY `application`
	UNION ALL
	SELECT `created_at`, `status` IN ('submitted', 'approved', 'rejected', 'completed')
	FROM `applications`
	WHERE `id` NOT IN (SELECT `application` FROM `events` WHERE `action` = 'draft created' AND `application` IS NOT NULL)
)
GROUP BY 1;
--> statement-breakpoint
DROP TRIGGER `counts_insert`;--> statement-breakpoint
DROP TRIGGER `counts_status`;--> statement-breakpoint
DROP TRIGGER `counts_types`;--> statement-breakpoint
DROP TRIGGER `counts_delete`;--> statement-breakpoint
DROP TABLE `month_starts`;--> statement-breakpoint
DROP TABLE `month_counts`;--> statement-breakpoint
DROP TABLE `type_counts`;--> statement-breakpoint
DELETE FROM `installation` WHERE `name` = 'months-timezone';--> statement-breakpoint
CREATE INDEX `applications_by_types` ON `applications` (`business_types`);--> statement-breakpoint
DROP INDEX `applications_by_approval`;--> statement-breakpoint
CREATE INDEX `applications_by_approval` ON `applications` (`status`,`approved_at`);
