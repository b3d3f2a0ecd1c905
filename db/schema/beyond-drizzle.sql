-- What the Drizzle schema cannot declare. It cannot declare STRICT either: every CREATE TABLE of a migration gets it by
-- hand.

-- drizzle-kit cuts an expression at its commas.
CREATE INDEX `applications_main_email_domain`
ON `applications` (substr(`main_email_key`, instr(`main_email_key`, '@') + 1));
--> statement-breakpoint
-- Events are append-only.
CREATE TRIGGER `events_no_update` BEFORE UPDATE ON `events`
BEGIN
  SELECT RAISE(ABORT, 'events are append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `events_no_delete` BEFORE DELETE ON `events`
BEGIN
  SELECT RAISE(ABORT, 'events are append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `event_changes_no_update` BEFORE UPDATE ON `event_changes`
BEGIN
  SELECT RAISE(ABORT, 'changes are not rewritten');
END;
--> statement-breakpoint
-- What was signed or decided never changes.
CREATE TRIGGER `documents_frozen` BEFORE UPDATE ON `documents`
WHEN OLD.`sealed_at` IS NULL
  AND (OLD.`id`, OLD.`application`, OLD.`kind`, OLD.`frozen_at`, OLD.`event`, OLD.`data`, OLD.`signature`)
  IS NOT (NEW.`id`, NEW.`application`, NEW.`kind`, NEW.`frozen_at`, NEW.`event`, NEW.`data`, NEW.`signature`)
BEGIN
  SELECT RAISE(ABORT, 'what was signed does not change');
END;
--> statement-breakpoint
-- Nor does a sealed document; only an erasure takes its content away.
CREATE TRIGGER `documents_no_update` BEFORE UPDATE ON `documents`
WHEN OLD.`sealed_at` IS NOT NULL AND NOT (
  OLD.`erased_at` IS NULL AND NEW.`erased_at` IS NOT NULL
  AND NEW.`pdf` IS NULL AND NEW.`data` IS NULL AND NEW.`signature` IS NULL
  AND (OLD.`id`, OLD.`application`, OLD.`kind`, OLD.`frozen_at`, OLD.`event`, OLD.`sealed_at`, OLD.`sha256`, OLD.`certificate`, OLD.`timestamped_at`)
  IS (NEW.`id`, NEW.`application`, NEW.`kind`, NEW.`frozen_at`, NEW.`event`, NEW.`sealed_at`, NEW.`sha256`, NEW.`certificate`, NEW.`timestamped_at`)
)
BEGIN
  SELECT RAISE(ABORT, 'a sealed document does not change');
END;
--> statement-breakpoint
CREATE TRIGGER `documents_no_delete` BEFORE DELETE ON `documents`
WHEN OLD.`sealed_at` IS NOT NULL OR EXISTS (SELECT 1 FROM `applications` WHERE `id` = OLD.`application`)
BEGIN
  SELECT RAISE(ABORT, 'a sealed document leaves its proof, and another goes only with its application');
END;
--> statement-breakpoint
-- Customers have signed under these words.
CREATE TRIGGER `terms_versions_no_update` BEFORE UPDATE ON `terms_versions`
BEGIN
  SELECT RAISE(ABORT, 'published terms do not change');
END;
--> statement-breakpoint
CREATE TRIGGER `terms_versions_no_delete` BEFORE DELETE ON `terms_versions`
BEGIN
  SELECT RAISE(ABORT, 'published terms do not change');
END;
--> statement-breakpoint
CREATE TRIGGER `terms_withdrawals_no_update` BEFORE UPDATE ON `terms_withdrawals`
BEGIN
  SELECT RAISE(ABORT, 'withdrawn terms do not return');
END;
--> statement-breakpoint
CREATE TRIGGER `terms_withdrawals_no_delete` BEFORE DELETE ON `terms_withdrawals`
BEGIN
  SELECT RAISE(ABORT, 'withdrawn terms do not return');
END;
