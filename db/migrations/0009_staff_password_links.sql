CREATE TABLE `admin_password_tokens` (
	`admin` integer PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`admin`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_password_tokens_token_hash` ON `admin_password_tokens` (`token_hash`);--> statement-breakpoint
ALTER TABLE `admin_sessions` ADD `by_recovery_code` integer DEFAULT false NOT NULL;