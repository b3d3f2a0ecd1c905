CREATE TABLE `signature_requests` (
	`application` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`asked_at` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`ended_at` integer,
	`note` text,
	`token_hash` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `signature_requests_token_hash` ON `signature_requests` (`token_hash`);
--> statement-breakpoint
CREATE INDEX `signature_requests_email` ON `signature_requests` (`email_key`);
--> statement-breakpoint
CREATE TABLE `signing_browsers` (
	`id` integer PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`application` integer NOT NULL,
	`access` text NOT NULL,
	`opened_in` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `signing_browsers_token_hash` ON `signing_browsers` (`token_hash`,`application`);
--> statement-breakpoint
CREATE INDEX `signing_browsers_application` ON `signing_browsers` (`application`);
--> statement-breakpoint
CREATE TABLE `signing_refusals` (
	`mailbox_hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `clients` ADD `signed_email_key` text;
--> statement-breakpoint
DROP INDEX `events_by_customers`;
--> statement-breakpoint
CREATE INDEX `events_by_customers` ON `events` (`seq`) WHERE actor_kind in ('applicant', 'signer', 'client') and section is not 'access';
