ALTER TABLE `company` ADD `review_months` integer;--> statement-breakpoint
ALTER TABLE `company` ADD `large_limit_above` integer;--> statement-breakpoint
ALTER TABLE `company` ADD `large_review_months` integer;
