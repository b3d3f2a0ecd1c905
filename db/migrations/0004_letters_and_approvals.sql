-- Every save paid for it, and the sweep goes by so many rows at a time.
DROP INDEX `capabilities_by_expiry`;--> statement-breakpoint
-- One index of letters for both, what is written once and what is about an application: every submission pays for each.
DROP INDEX `outbox_dedupe`;--> statement-breakpoint
DROP INDEX `outbox_of`;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_apart` ON `outbox` (`dedupe_key`) WHERE application is null;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_of` ON `outbox` (`application`,`dedupe_key`);--> statement-breakpoint
-- Piece by piece and part by part, what was deleted took a changed name thirty times as long. The parts are merged every day.
INSERT INTO applications_search(applications_search, rank) VALUES ('secure-delete', 0);--> statement-breakpoint
-- Today's approvals are counted without a look at a row.
DROP INDEX `applications_by_approval`;--> statement-breakpoint
CREATE INDEX `applications_by_approval` ON `applications` (`approved_at`) WHERE `status` = 'approved';
