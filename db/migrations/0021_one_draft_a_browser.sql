-- A browser may have opened several drafts. It keeps the newest; the others get their link by email.
INSERT OR IGNORE INTO `jobs` (`queue`, `kind`, `data`, `dedupe_key`, `state`, `created_at`, `next_at`)
SELECT
	'email',
	'draft-link',
	json_object('kind', 'draft-link', 'to', json_object('name', '', 'address', address), 'draft', id),
	'draft-link|' || id || '|newer draft in its browser',
	'waiting',
	unixepoch() * 1000,
	unixepoch() * 1000
FROM (
	SELECT
		applications.id,
		-- only a main address that is valid has a key
		CASE
			WHEN applicant_email IS NULL THEN iif(main_email_key IS NULL, NULL, main_email)
			WHEN applicant_email LIKE '_%@_%._%' AND applicant_email NOT GLOB '*[ ,;<>"]*' THEN applicant_email
		END AS address
	FROM (
		SELECT
			application,
			expires_at,
			row_number() OVER (PARTITION BY token_hash ORDER BY expires_at > unixepoch() * 1000 DESC, id DESC) AS place
		FROM `draft_tokens`
		WHERE access = 'write'
	)
	JOIN `applications` ON seq = application
	WHERE place > 1 AND expires_at > unixepoch() * 1000 AND status = 'draft'
)
WHERE address IS NOT NULL;
--> statement-breakpoint
DELETE FROM `draft_tokens` WHERE id IN (
	SELECT id FROM (
		SELECT
			id,
			row_number() OVER (PARTITION BY token_hash ORDER BY expires_at > unixepoch() * 1000 DESC, id DESC) AS place
		FROM `draft_tokens`
		WHERE access = 'write'
	)
	WHERE place > 1
);
--> statement-breakpoint
DELETE FROM `draft_tokens` WHERE access = 'moved';
--> statement-breakpoint
CREATE UNIQUE INDEX `draft_tokens_open` ON `draft_tokens` (`token_hash`) WHERE access = 'write';
--> statement-breakpoint
ALTER TABLE `applications` ADD `agreement_today` integer;
