-- An endpoint that was disabled by hand, or wanted no more events, gets none until somebody chooses them again.
UPDATE `jobs` SET `state` = 'discarded' WHERE state IN ('waiting', 'leased') AND endpoint IN (
	SELECT id FROM `webhook_endpoints` WHERE disabled_for IN ('by hand', 'gone')
);
--> statement-breakpoint
UPDATE `webhook_endpoints` SET `events` = '[]' WHERE disabled_for IN ('by hand', 'gone');
--> statement-breakpoint
ALTER TABLE `webhook_endpoints` DROP COLUMN `disabled_at`;
--> statement-breakpoint
ALTER TABLE `webhook_endpoints` DROP COLUMN `disabled_for`;
