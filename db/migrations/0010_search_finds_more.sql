CREATE INDEX `applications_pending` ON `applications` (`submitted_at`) WHERE status = 'submitted';--> statement-breakpoint
CREATE INDEX `decision_records_review_date` ON `decision_records` (`review_date`);--> statement-breakpoint
DROP TRIGGER `search_insert`;--> statement-breakpoint
DROP TRIGGER `search_update`;--> statement-breakpoint
DROP TRIGGER `search_delete`;--> statement-breakpoint
DROP TABLE `applications_search`;--> statement-breakpoint
-- What is searched, without the blanks and marks that everybody sets differently in numbers and names. What somebody
-- looks for loses the same ones in src/domain/review/search.ts.
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
INSERT INTO applications_search(applications_search) VALUES ('rebuild');
