ALTER TABLE `company` ADD `standing_question` text;--> statement-breakpoint
ALTER TABLE `company` ADD `standing_files` integer;--> statement-breakpoint
ALTER TABLE `information_requests` ADD `is_standing` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `information_requests` ADD `takes_files` integer DEFAULT true NOT NULL;--> statement-breakpoint
DROP INDEX `information_requests_open`;--> statement-breakpoint
CREATE UNIQUE INDEX `information_requests_standing` ON `information_requests` (`application`) WHERE is_standing = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `information_requests_open` ON `information_requests` (`application`) WHERE answered_at is null and closed_at is null and is_standing = 0;
