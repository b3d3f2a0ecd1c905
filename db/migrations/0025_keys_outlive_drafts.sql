CREATE TABLE `__new_idempotency_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`key_hash` text NOT NULL,
	`application` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`application`) REFERENCES `applications`(`seq`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_idempotency_keys`("id", "key_hash", "application", "expires_at") SELECT "id", "key_hash", "application", "expires_at" FROM `idempotency_keys`;--> statement-breakpoint
DROP TABLE `idempotency_keys`;--> statement-breakpoint
ALTER TABLE `__new_idempotency_keys` RENAME TO `idempotency_keys`;--> statement-breakpoint
CREATE UNIQUE INDEX `idempotency_keys_key_hash` ON `idempotency_keys` (`key_hash`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_application` ON `idempotency_keys` (`application`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_expires_at` ON `idempotency_keys` (`expires_at`);
