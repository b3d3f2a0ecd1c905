ALTER TABLE `event_changes` ADD `salt` text;--> statement-breakpoint
ALTER TABLE `event_changes` ADD `address` text;--> statement-breakpoint
CREATE INDEX `events_by_customers` ON `events` (`seq`) WHERE actor_kind in ('applicant', 'client') and section is not 'access';