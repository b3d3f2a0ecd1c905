-- What a search looks at, what retention and clearing up look for, and what hangs on an application that goes.
CREATE INDEX `applications_looked_at` ON `applications` (`seq`, `business_name`, `co_registration`, `main_email`, `co_registration_key`, `status`, `submitted_at`);--> statement-breakpoint
CREATE INDEX `applications_idle_approved` ON `applications` (`updated_at`) WHERE `status` = 'approved';--> statement-breakpoint
CREATE INDEX `applications_idle_rejected` ON `applications` (`updated_at`) WHERE `status` = 'rejected';--> statement-breakpoint
CREATE INDEX `draft_links_of` ON `draft_links` (`application`);--> statement-breakpoint
CREATE INDEX `first_answers_of` ON `first_answers` (`application`);--> statement-breakpoint
CREATE INDEX `first_answers_by_expiry` ON `first_answers` (`expires_at`);
