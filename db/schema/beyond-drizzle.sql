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
-- What is searched, without the blanks and marks that everybody sets differently in numbers and names. What somebody
-- looks for loses the same ones in src/domain/review/list.ts.
CREATE VIEW `applications_searched` AS
SELECT a.seq, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  concat_ws(char(10), a.id, a.customer_code, a.business_name, a.co_registration, a.co_registration_key, a.main_email,
    a.telephone, a.telephone_key, a.mobile, a.accounts_telephone, a.buyer_telephone, a.buyer_mobile,
    a.delivery_telephone, a.delivery_mobile, a.accounts_contact, a.buyer_name, a.site_contact,
    a.post_code, a.invoice_post_code, a.delivery_post_code,
    (SELECT group_concat(d.name, char(10) ORDER BY d.ordinal) FROM directors d WHERE d.application = a.seq)),
  ' ', ''), char(160), ''), '-', ''), '‐', ''), '‑', ''), '–', ''), '.', ''), ',', ''), '(', ''), ')', ''), '/', ''), '+', ''), '&', ''),
  '’', '''') AS text
FROM applications a;
--> statement-breakpoint
-- The search index keeps no text of its own: it reads the view.
CREATE VIRTUAL TABLE `applications_search` USING fts5(
  `text`, content='applications_searched', content_rowid='seq', tokenize='trigram', columnsize=0
);
--> statement-breakpoint
-- An entry is taken out by the text that it was made from: before the change.
CREATE TRIGGER `search_insert` AFTER INSERT ON `applications`
BEGIN
  INSERT INTO applications_search(rowid, text) SELECT seq, text FROM applications_searched WHERE seq = new.seq;
END;
--> statement-breakpoint
CREATE TRIGGER `search_update_before` BEFORE UPDATE OF
  `id`, `customer_code`, `business_name`, `co_registration`, `co_registration_key`, `main_email`, `telephone`,
  `telephone_key`, `mobile`, `accounts_telephone`, `buyer_telephone`, `buyer_mobile`, `delivery_telephone`,
  `delivery_mobile`, `accounts_contact`, `buyer_name`, `site_contact`, `post_code`, `invoice_post_code`,
  `delivery_post_code`
ON `applications`
BEGIN
  INSERT INTO applications_search(applications_search, rowid, text)
  SELECT 'delete', seq, text FROM applications_searched WHERE seq = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER `search_update` AFTER UPDATE OF
  `id`, `customer_code`, `business_name`, `co_registration`, `co_registration_key`, `main_email`, `telephone`,
  `telephone_key`, `mobile`, `accounts_telephone`, `buyer_telephone`, `buyer_mobile`, `delivery_telephone`,
  `delivery_mobile`, `accounts_contact`, `buyer_name`, `site_contact`, `post_code`, `invoice_post_code`,
  `delivery_post_code`
ON `applications`
BEGIN
  INSERT INTO applications_search(rowid, text) SELECT seq, text FROM applications_searched WHERE seq = new.seq;
END;
--> statement-breakpoint
CREATE TRIGGER `search_delete` BEFORE DELETE ON `applications`
BEGIN
  INSERT INTO applications_search(applications_search, rowid, text)
  SELECT 'delete', seq, text FROM applications_searched WHERE seq = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER `search_director_insert_before` BEFORE INSERT ON `directors`
BEGIN
  INSERT INTO applications_search(applications_search, rowid, text)
  SELECT 'delete', seq, text FROM applications_searched WHERE seq = new.application;
END;
--> statement-breakpoint
CREATE TRIGGER `search_director_insert` AFTER INSERT ON `directors`
BEGIN
  INSERT INTO applications_search(rowid, text) SELECT seq, text FROM applications_searched WHERE seq = new.application;
END;
--> statement-breakpoint
CREATE TRIGGER `search_director_update_before` BEFORE UPDATE OF `name`, `ordinal` ON `directors`
BEGIN
  INSERT INTO applications_search(applications_search, rowid, text)
  SELECT 'delete', seq, text FROM applications_searched WHERE seq = old.application;
END;
--> statement-breakpoint
CREATE TRIGGER `search_director_update` AFTER UPDATE OF `name`, `ordinal` ON `directors`
BEGIN
  INSERT INTO applications_search(rowid, text) SELECT seq, text FROM applications_searched WHERE seq = old.application;
END;
--> statement-breakpoint
CREATE TRIGGER `search_director_delete_before` BEFORE DELETE ON `directors`
BEGIN
  INSERT INTO applications_search(applications_search, rowid, text)
  SELECT 'delete', seq, text FROM applications_searched WHERE seq = old.application;
END;
--> statement-breakpoint
CREATE TRIGGER `search_director_delete` AFTER DELETE ON `directors`
BEGIN
  INSERT INTO applications_search(rowid, text) SELECT seq, text FROM applications_searched WHERE seq = old.application;
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
