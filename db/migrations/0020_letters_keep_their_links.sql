ALTER TABLE `jobs` ADD `handed_over_at` integer;--> statement-breakpoint
ALTER TABLE `jobs` ADD `linked_at` integer;