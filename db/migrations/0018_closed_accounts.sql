ALTER TABLE `applications` ADD `closed_on` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `closing_reason` text;--> statement-breakpoint
CREATE INDEX `applications_closed` ON `applications` (`closed_on`) WHERE closed_on is not null;