DELETE FROM `jobs` WHERE `queue` = 'second-place';--> statement-breakpoint
DELETE FROM `installation` WHERE `name` = 'recovery-drill';
