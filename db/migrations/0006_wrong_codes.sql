ALTER TABLE `admin_sessions` ADD `wrong_codes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `admin_sessions` ADD `wrong_codes_since` integer;--> statement-breakpoint
ALTER TABLE `admins` ADD `wrong_codes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `admins` ADD `wrong_codes_since` integer;