CREATE TABLE `register_keys` (
	`register` text PRIMARY KEY NOT NULL,
	`client_id` text,
	`secret_sealed` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `register_answers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`application` integer NOT NULL,
	`register` text NOT NULL,
	`rows` text NOT NULL,
	`event` integer NOT NULL,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event`) REFERENCES `events`(`seq`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `register_answers_application` ON `register_answers` (`application`,`register`);