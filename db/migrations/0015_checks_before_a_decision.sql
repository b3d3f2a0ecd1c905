CREATE TABLE `checks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`application` integer NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`note` text,
	`event` integer NOT NULL,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event`) REFERENCES `events`(`seq`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `checks_application` ON `checks` (`application`,`name`);--> statement-breakpoint
-- A file may belong to a check instead of a request.
CREATE TABLE `__new_attachments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`request` integer,
	`recorded_check` integer,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`request`) REFERENCES `information_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`recorded_check`) REFERENCES `checks`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_attachments`("id", "request", "recorded_check", "name", "kind", "size", "sha256", "created_at") SELECT "id", "request", NULL, "name", "kind", "size", "sha256", "created_at" FROM `attachments`;--> statement-breakpoint
DROP TABLE `attachments`;--> statement-breakpoint
ALTER TABLE `__new_attachments` RENAME TO `attachments`;--> statement-breakpoint
CREATE INDEX `attachments_request` ON `attachments` (`request`);--> statement-breakpoint
CREATE INDEX `attachments_check` ON `attachments` (`recorded_check`);--> statement-breakpoint
ALTER TABLE `company` ADD `ready_checks` text;--> statement-breakpoint
ALTER TABLE `company` ADD `own_checks` text;--> statement-breakpoint
ALTER TABLE `company` ADD `credit_needs_checks` integer;