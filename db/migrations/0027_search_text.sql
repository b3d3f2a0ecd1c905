-- A search looks at one column. The server fills it for the rows that are there, in batches after its start.
DROP TRIGGER `search_insert`;
--> statement-breakpoint
DROP TRIGGER `search_update_before`;
--> statement-breakpoint
DROP TRIGGER `search_update`;
--> statement-breakpoint
DROP TRIGGER `search_delete`;
--> statement-breakpoint
DROP TRIGGER `search_director_insert_before`;
--> statement-breakpoint
DROP TRIGGER `search_director_insert`;
--> statement-breakpoint
DROP TRIGGER `search_director_update_before`;
--> statement-breakpoint
DROP TRIGGER `search_director_update`;
--> statement-breakpoint
DROP TRIGGER `search_director_delete_before`;
--> statement-breakpoint
DROP TRIGGER `search_director_delete`;
--> statement-breakpoint
DROP TABLE `applications_search`;
--> statement-breakpoint
DROP VIEW `applications_searched`;
--> statement-breakpoint
ALTER TABLE `applications` ADD `search_text` text;
--> statement-breakpoint
CREATE INDEX `applications_search` ON `applications` (`search_text`,`status`,`submitted_at`,`completion_percentage`,`owner`);
