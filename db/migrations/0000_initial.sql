CREATE TABLE `admin_invitations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`token_hash` text,
	`expires_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_invitations_username` ON `admin_invitations` (`username_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `admin_invitations_token_hash` ON `admin_invitations` (`token_hash`);--> statement-breakpoint
CREATE TABLE `admin_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`admin` integer NOT NULL,
	`public_id` text NOT NULL,
	`address` text,
	`browser` text,
	`stage` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`proved_at` integer NOT NULL,
	`wrong_codes` integer DEFAULT 0 NOT NULL,
	`wrong_codes_since` integer,
	FOREIGN KEY (`admin`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `admin_sessions_admin` ON `admin_sessions` (`admin`);--> statement-breakpoint
CREATE UNIQUE INDEX `admin_sessions_public_id` ON `admin_sessions` (`public_id`);--> statement-breakpoint
CREATE TABLE `admins` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`email` text,
	`created_at` integer NOT NULL,
	`disabled_at` integer,
	`totp_secret_sealed` text,
	`totp_pending_sealed` text,
	`totp_last_step` integer,
	`wrong_codes` integer DEFAULT 0 NOT NULL,
	`wrong_codes_since` integer,
	`signature_png` blob,
	`recovery_codes_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `admins_username` ON `admins` (`username_key`);--> statement-breakpoint
CREATE TABLE `notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`application` text NOT NULL,
	`admin` text NOT NULL,
	`text` text NOT NULL,
	`at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `notes_application` ON `notes` (`application`,`id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`admin` integer NOT NULL,
	FOREIGN KEY (`admin`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `recovery_codes_admin` ON `recovery_codes` (`admin`);--> statement-breakpoint
CREATE TABLE `applications` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`completion_percentage` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`submitted_at` integer,
	`approved_at` integer,
	`rejected_at` integer,
	`rejection_reason` text,
	`customer_code` text,
	`finance_decision` text,
	`finance_date` text,
	`finance_by` text,
	`terms_version` text,
	`owner` integer,
	`reminded_at` integer,
	`account_type` text DEFAULT 'credit' NOT NULL,
	`business_name` text,
	`business_address` text,
	`post_code` text,
	`telephone` text,
	`telephone_key` text,
	`fax` text,
	`main_email` text,
	`main_email_key` text,
	`mobile` text,
	`co_registration` text,
	`co_registration_key` text,
	`date_incorporation` text,
	`vat_no` text,
	`vat_no_key` text,
	`eori_number` text,
	`business_established` text,
	`business_types` text,
	`previous_address` text,
	`accounts_contact` text,
	`invoice_address` text,
	`invoice_post_code` text,
	`accounts_telephone` text,
	`accounts_fax` text,
	`invoice_email` text,
	`financial_email` text,
	`invoice_queries_email` text,
	`po_mandatory` integer,
	`buyer_name` text,
	`buyer_email` text,
	`buyer_telephone` text,
	`buyer_fax` text,
	`buyer_mobile` text,
	`site_contact` text,
	`delivery_address` text,
	`delivery_post_code` text,
	`delivery_telephone` text,
	`delivery_fax` text,
	`delivery_email` text,
	`delivery_mobile` text,
	`special_instructions` text,
	`position` text,
	`agreement_date` text,
	FOREIGN KEY (`owner`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "applications_status_known" CHECK(status in ('draft', 'submitted', 'approved', 'rejected', 'completed', 'incomplete')),
	CONSTRAINT "applications_percentage" CHECK(completion_percentage between 0 and 100)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `applications_id` ON `applications` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `applications_main_email` ON `applications` (`main_email_key`);--> statement-breakpoint
CREATE INDEX `applications_status` ON `applications` (`status`);--> statement-breakpoint
CREATE INDEX `applications_status_updated_at` ON `applications` (`status`,`updated_at`);--> statement-breakpoint
CREATE INDEX `applications_status_approved_at` ON `applications` (`status`,`approved_at`);--> statement-breakpoint
CREATE INDEX `applications_submitted_at` ON `applications` (`submitted_at`);--> statement-breakpoint
CREATE INDEX `applications_business_types` ON `applications` (`business_types`);--> statement-breakpoint
CREATE INDEX `applications_customer_code` ON `applications` (`customer_code`);--> statement-breakpoint
CREATE INDEX `applications_co_registration` ON `applications` (`co_registration_key`);--> statement-breakpoint
CREATE INDEX `applications_vat_no` ON `applications` (`vat_no_key`);--> statement-breakpoint
CREATE INDEX `applications_owner` ON `applications` (`owner`);--> statement-breakpoint
CREATE INDEX `applications_telephone` ON `applications` (`telephone_key`);--> statement-breakpoint
CREATE TABLE `directors` (
	`id` integer PRIMARY KEY NOT NULL,
	`application` integer NOT NULL,
	`ordinal` integer NOT NULL,
	`name` text NOT NULL,
	`position` text,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `directors_application` ON `directors` (`application`,`ordinal`);--> statement-breakpoint
CREATE TABLE `client_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`client` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	FOREIGN KEY (`client`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `client_sessions_client` ON `client_sessions` (`client`);--> statement-breakpoint
CREATE TABLE `clients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`application` integer NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`password_hash` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `clients_application` ON `clients` (`application`);--> statement-breakpoint
CREATE UNIQUE INDEX `clients_email` ON `clients` (`email_key`);--> statement-breakpoint
CREATE TABLE `draft_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`application` integer NOT NULL,
	`purpose` text NOT NULL,
	`email_hash` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `draft_links_application` ON `draft_links` (`application`);--> statement-breakpoint
CREATE TABLE `password_tokens` (
	`client` integer PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`client`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `password_tokens_token_hash` ON `password_tokens` (`token_hash`);--> statement-breakpoint
CREATE TABLE `sign_in_moves` (
	`client` integer PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`token_hash` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`client`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_moves_token_hash` ON `sign_in_moves` (`token_hash`);--> statement-breakpoint
CREATE TABLE `company` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`registered_address` text,
	`company_number` text,
	`vat_number` text,
	`telephone` text,
	`sales_email` text NOT NULL,
	`privacy_url` text,
	`accent` text,
	`working_days` text,
	`promised_from` integer,
	`promised_to` integer,
	`second_person_above` integer,
	`named_at` integer,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `company_logo` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`image` blob NOT NULL,
	`sha256` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `email_wordings` (
	`kind` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `terms_draft` (
	`id` integer PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `terms_versions` (
	`version` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`sha256` text NOT NULL,
	`in_force_from` text NOT NULL,
	`published_at` integer NOT NULL,
	`published_by` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `terms_versions_in_force` ON `terms_versions` (`in_force_from`);--> statement-breakpoint
CREATE TABLE `terms_withdrawals` (
	`version` text PRIMARY KEY NOT NULL,
	`withdrawn_at` integer NOT NULL,
	`withdrawn_by` text NOT NULL,
	FOREIGN KEY (`version`) REFERENCES `terms_versions`(`version`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `document_certificates` (
	`fingerprint` text PRIMARY KEY NOT NULL,
	`pem` text NOT NULL,
	`key_sealed` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `documents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`application` text NOT NULL,
	`kind` text NOT NULL,
	`frozen_at` integer NOT NULL,
	`event` integer NOT NULL,
	`data` text,
	`signature` blob,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`sealed_at` integer,
	`pdf` blob,
	`sha256` text,
	`certificate` text,
	`timestamped_at` integer,
	`erased_at` integer,
	FOREIGN KEY (`certificate`) REFERENCES `document_certificates`(`fingerprint`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_sha256` ON `documents` (`sha256`);--> statement-breakpoint
CREATE UNIQUE INDEX `documents_signed` ON `documents` (`application`) WHERE kind = 'signed' and erased_at is null;--> statement-breakpoint
CREATE INDEX `documents_application` ON `documents` (`application`,`id`);--> statement-breakpoint
CREATE INDEX `documents_pending` ON `documents` (`next_at`) WHERE sealed_at is null and erased_at is null;--> statement-breakpoint
CREATE TABLE `draft_tokens` (
	`id` integer PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`application` integer NOT NULL,
	`access` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `draft_tokens_token_hash` ON `draft_tokens` (`token_hash`,`application`);--> statement-breakpoint
CREATE INDEX `draft_tokens_application` ON `draft_tokens` (`application`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`key_hash` text NOT NULL,
	`application` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `idempotency_keys_key_hash` ON `idempotency_keys` (`key_hash`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_application` ON `idempotency_keys` (`application`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_expires_at` ON `idempotency_keys` (`expires_at`);--> statement-breakpoint
CREATE TABLE `event_changes` (
	`event` integer PRIMARY KEY NOT NULL,
	`changes` text NOT NULL,
	`salt` text NOT NULL,
	`address` text,
	FOREIGN KEY (`event`) REFERENCES `events`(`seq`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`application` text,
	`section` text,
	`changes_hash` text,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `events_application` ON `events` (`application`,`seq`);--> statement-breakpoint
CREATE INDEX `events_by_customers` ON `events` (`seq`) WHERE actor_kind in ('applicant', 'client') and section is not 'access';--> statement-breakpoint
CREATE INDEX `events_admin_sign_ins` ON `events` (`actor`,`at`) WHERE actor_kind = 'admin' and action = 'signed in';--> statement-breakpoint
CREATE INDEX `events_by_admins` ON `events` (`actor`,`seq`) WHERE actor_kind = 'admin';--> statement-breakpoint
CREATE TABLE `installation` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`beginning` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_key_hash` ON `api_keys` (`key_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_name` ON `api_keys` (`name`) WHERE revoked_at is null;--> statement-breakpoint
CREATE TABLE `webhook_answers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`endpoint` text NOT NULL,
	`outbox` integer,
	`event` text NOT NULL,
	`at` integer NOT NULL,
	`status` integer,
	`reason` text,
	`text` text NOT NULL,
	FOREIGN KEY (`endpoint`) REFERENCES `webhook_endpoints`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`outbox`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `webhook_answers_endpoint` ON `webhook_answers` (`endpoint`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_answers_outbox` ON `webhook_answers` (`outbox`);--> statement-breakpoint
CREATE INDEX `webhook_answers_at` ON `webhook_answers` (`at`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`events` text NOT NULL,
	`secret_sealed` text NOT NULL,
	`previous_secret_sealed` text,
	`previous_until` integer,
	`disabled_at` integer,
	`disabled_for` text,
	`created_at` integer NOT NULL,
	`version` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_endpoints_address` ON `webhook_endpoints` (`address`);--> statement-breakpoint
CREATE TABLE `email_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`email_provider` text NOT NULL,
	`smtp_host` text,
	`smtp_port` integer NOT NULL,
	`smtp_secure` integer NOT NULL,
	`smtp_require_tls` integer NOT NULL,
	`smtp_user` text,
	`smtp_password_sealed` text,
	`sendgrid_api_key_sealed` text,
	`oauth365_client_id` text,
	`oauth365_client_secret_sealed` text,
	`oauth365_tenant_id` text,
	`oauth365_refresh_token_sealed` text,
	`oauth365_access_token_sealed` text,
	`oauth365_token_expiry` text,
	`oauth365_connected_as` text,
	`oauth365_reconnect_needed` integer DEFAULT false NOT NULL,
	`from_email` text NOT NULL,
	`from_name` text NOT NULL,
	`accounts_notification_email` text NOT NULL,
	`attach_documents` integer DEFAULT true NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `oauth_attempts` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`session_hash` text NOT NULL,
	`verifier_sealed` text NOT NULL,
	`expires_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`channel` text DEFAULT 'email' NOT NULL,
	`kind` text NOT NULL,
	`email` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`application` text,
	`endpoint` text,
	`document` integer,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`next_at` integer NOT NULL,
	`first_tried_at` integer,
	`last_failed_at` integer,
	`leased_until` integer,
	`sent_at` integer,
	`last_reason` text,
	`refusals` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_application` ON `outbox` (`application`,`dedupe_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_without_application` ON `outbox` (`dedupe_key`) WHERE application is null;--> statement-breakpoint
CREATE INDEX `outbox_state` ON `outbox` (`channel`,`state`,`next_at`);--> statement-breakpoint
CREATE INDEX `outbox_endpoint` ON `outbox` (`endpoint`,`id`) WHERE endpoint is not null;--> statement-breakpoint
CREATE INDEX `outbox_endpoint_open` ON `outbox` (`endpoint`,`id`) WHERE endpoint is not null and state in ('waiting', 'leased');--> statement-breakpoint
CREATE TABLE `approval_proposals` (
	`application` integer PRIMARY KEY NOT NULL,
	`proposed_by` integer NOT NULL,
	`proposed_at` integer NOT NULL,
	`application_version` integer NOT NULL,
	`customer_code` text NOT NULL,
	`credit_limit` integer,
	`payment_terms` text,
	`review_date` text,
	`remark` text,
	`is_in_document` integer NOT NULL,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`proposed_by`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `attachment_pieces` (
	`attachment` integer NOT NULL,
	`ordinal` integer NOT NULL,
	`bytes` blob NOT NULL,
	FOREIGN KEY (`attachment`) REFERENCES `attachments`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `attachment_pieces_attachment` ON `attachment_pieces` (`attachment`,`ordinal`);--> statement-breakpoint
CREATE TABLE `attachments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`request` integer NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`request`) REFERENCES `information_requests`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `attachments_request` ON `attachments` (`request`);--> statement-breakpoint
CREATE TABLE `customer_import_faults` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_import` integer NOT NULL,
	`line` integer NOT NULL,
	`field` text,
	`message` text NOT NULL,
	FOREIGN KEY (`customer_import`) REFERENCES `customer_imports`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `customer_import_faults_import` ON `customer_import_faults` (`customer_import`,`line`);--> statement-breakpoint
CREATE TABLE `customer_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`file_name` text NOT NULL,
	`csv` blob,
	`uploaded_by` text NOT NULL,
	`uploaded_at` integer NOT NULL,
	`state` text NOT NULL,
	`rows` integer NOT NULL,
	`done_rows` integer DEFAULT 0 NOT NULL,
	`invites_customers` integer DEFAULT false NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `decision_records` (
	`application` integer PRIMARY KEY NOT NULL,
	`credit_limit` integer,
	`payment_terms` text,
	`review_date` text,
	`remark` text,
	`is_in_document` integer NOT NULL,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `information_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`application` integer NOT NULL,
	`text` text NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at` integer NOT NULL,
	`reminded_at` integer,
	`answer` text,
	`answered_at` integer,
	`closed_at` integer,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `information_requests_application` ON `information_requests` (`application`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `information_requests_open` ON `information_requests` (`application`) WHERE answered_at is null and closed_at is null;--> statement-breakpoint
CREATE TABLE `signatures` (
	`id` integer PRIMARY KEY NOT NULL,
	`application` integer NOT NULL,
	`kind` text NOT NULL,
	`png` blob NOT NULL,
	`has_ink` integer NOT NULL,
	`typed_name` text,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `signatures_application` ON `signatures` (`application`,`kind`);--> statement-breakpoint
CREATE TABLE `monthly_tally` (
	`month` text PRIMARY KEY NOT NULL,
	`started` integer DEFAULT 0 NOT NULL,
	`submitted` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
-- What the Drizzle schema cannot declare; the first migration ends with this file. It cannot declare STRICT either:
-- every CREATE TABLE of a migration gets it by hand.

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
-- The search index keeps no text of its own: it reads the rows of `applications`.
CREATE VIRTUAL TABLE `applications_search` USING fts5(
  `business_name`, `co_registration`, `co_registration_key`, `main_email`,
  content='applications', content_rowid='seq', tokenize='trigram', columnsize=0
);
--> statement-breakpoint
CREATE TRIGGER `search_insert` AFTER INSERT ON `applications`
BEGIN
  INSERT INTO applications_search(rowid, business_name, co_registration, co_registration_key, main_email)
  VALUES (new.seq, new.business_name, new.co_registration, new.co_registration_key, new.main_email);
END;
--> statement-breakpoint
CREATE TRIGGER `search_update`
AFTER UPDATE OF `business_name`, `co_registration`, `co_registration_key`, `main_email` ON `applications`
WHEN (old.business_name, old.co_registration, old.co_registration_key, old.main_email)
  IS NOT (new.business_name, new.co_registration, new.co_registration_key, new.main_email)
BEGIN
  INSERT INTO applications_search(applications_search, rowid, business_name, co_registration, co_registration_key, main_email)
  VALUES ('delete', old.seq, old.business_name, old.co_registration, old.co_registration_key, old.main_email);
  INSERT INTO applications_search(rowid, business_name, co_registration, co_registration_key, main_email)
  VALUES (new.seq, new.business_name, new.co_registration, new.co_registration_key, new.main_email);
END;
--> statement-breakpoint
CREATE TRIGGER `search_delete` AFTER DELETE ON `applications`
BEGIN
  INSERT INTO applications_search(applications_search, rowid, business_name, co_registration, co_registration_key, main_email)
  VALUES ('delete', old.seq, old.business_name, old.co_registration, old.co_registration_key, old.main_email);
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
