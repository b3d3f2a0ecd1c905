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
	CONSTRAINT "applications_status_known" CHECK(status in ('draft', 'submitted', 'approved', 'rejected', 'completed', 'incomplete')),
	CONSTRAINT "applications_percentage" CHECK(completion_percentage between 0 and 100)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `applications_id` ON `applications` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `applications_main_email` ON `applications` (`main_email_key`);--> statement-breakpoint
CREATE INDEX `applications_idle_drafts` ON `applications` (`updated_at`) WHERE status = 'draft';--> statement-breakpoint
CREATE TABLE `capabilities` (
	`id` integer PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`application` integer NOT NULL,
	`access` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `capabilities_of` ON `capabilities` (`token_hash`,`application`);--> statement-breakpoint
CREATE INDEX `capabilities_application` ON `capabilities` (`application`);--> statement-breakpoint
CREATE TABLE `directors` (
	`id` integer PRIMARY KEY NOT NULL,
	`application` integer NOT NULL,
	`place` integer NOT NULL,
	`name` text NOT NULL,
	`position` text,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `directors_of` ON `directors` (`application`,`place`);--> statement-breakpoint
CREATE TABLE `event_changes` (
	`event` integer PRIMARY KEY NOT NULL,
	`changes` text NOT NULL,
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
CREATE INDEX `events_of` ON `events` (`application`,`seq`);--> statement-breakpoint
CREATE TABLE `first_answers` (
	`id` integer PRIMARY KEY NOT NULL,
	`key_hash` text NOT NULL,
	`application` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `first_answers_key` ON `first_answers` (`key_hash`);--> statement-breakpoint
CREATE TABLE `installation` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) STRICT;
--> statement-breakpoint
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
CREATE UNIQUE INDEX `signatures_of` ON `signatures` (`application`,`kind`);--> statement-breakpoint
CREATE TABLE `signings` (
	`application` integer PRIMARY KEY NOT NULL,
	`signed_at` integer NOT NULL,
	`address` text NOT NULL,
	`agent` text NOT NULL,
	`terms_version` text NOT NULL,
	`terms_hash` text NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TRIGGER `events_stay` BEFORE UPDATE ON `events` BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;--> statement-breakpoint
CREATE TRIGGER `events_remain` BEFORE DELETE ON `events` BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;--> statement-breakpoint
CREATE TRIGGER `event_changes_stay` BEFORE UPDATE ON `event_changes` BEGIN SELECT RAISE(ABORT, 'changes are not rewritten'); END;--> statement-breakpoint
CREATE TRIGGER `signings_stay` BEFORE UPDATE ON `signings` BEGIN SELECT RAISE(ABORT, 'what was signed does not change'); END;
