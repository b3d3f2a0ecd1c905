CREATE TABLE `sign_in_moves` (
	`client` integer PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`token_hash` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`client`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_moves_hash` ON `sign_in_moves` (`token_hash`);