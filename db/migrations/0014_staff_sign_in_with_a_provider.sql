CREATE TABLE `admin_identities` (
	`admin` integer PRIMARY KEY NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`shown_as` text NOT NULL,
	FOREIGN KEY (`admin`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_identities_subject` ON `admin_identities` (`issuer`,`subject`);--> statement-breakpoint
CREATE TABLE `identity_attempts` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`cookie_hash` text NOT NULL,
	`verifier_sealed` text NOT NULL,
	`nonce` text NOT NULL,
	`purpose` text NOT NULL,
	`holder_hash` text,
	`provider_version` integer NOT NULL,
	`began_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `identity_provider` (
	`id` integer PRIMARY KEY NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`client_secret_sealed` text NOT NULL,
	`name` text NOT NULL,
	`counts_as_two_factors` integer NOT NULL,
	`is_required` integer NOT NULL,
	`version` integer NOT NULL
) STRICT;
--> statement-breakpoint
-- A password may be missing. The first administrator keeps one for emergencies.
CREATE TABLE `__new_admins` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`full_name` text,
	`password_hash` text,
	`keeps_password` integer DEFAULT false NOT NULL,
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
INSERT INTO `__new_admins`("id", "username", "username_key", "full_name", "password_hash", "keeps_password", "role", "email", "created_at", "disabled_at", "totp_secret_sealed", "totp_pending_sealed", "totp_last_step", "wrong_codes", "wrong_codes_since", "signature_png", "recovery_codes_at") SELECT "id", "username", "username_key", "full_name", "password_hash", "id" = (SELECT min(id) FROM admins WHERE role = 'administrator'), "role", "email", "created_at", "disabled_at", "totp_secret_sealed", "totp_pending_sealed", "totp_last_step", "wrong_codes", "wrong_codes_since", "signature_png", "recovery_codes_at" FROM `admins`;--> statement-breakpoint
DROP TABLE `admins`;--> statement-breakpoint
ALTER TABLE `__new_admins` RENAME TO `admins`;--> statement-breakpoint
CREATE UNIQUE INDEX `admins_username` ON `admins` (`username_key`);--> statement-breakpoint
ALTER TABLE `admin_sessions` ADD `by_provider` integer DEFAULT false NOT NULL;