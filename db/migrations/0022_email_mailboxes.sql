ALTER TABLE `jobs` ADD `mailbox` text;--> statement-breakpoint
CREATE INDEX `jobs_mailbox` ON `jobs` (`mailbox`,`kind`) WHERE mailbox is not null;--> statement-breakpoint
UPDATE `jobs` SET `mailbox` = lower(trim(data ->> '$.to.address')) WHERE queue = 'email' AND data ->> '$.to.address' is not null;--> statement-breakpoint
UPDATE `jobs` SET `mailbox` = substr(mailbox, 1, instr(mailbox, '+') - 1) || substr(mailbox, instr(mailbox, '@')) WHERE instr(mailbox, '+') > 1 AND instr(mailbox, '+') < instr(mailbox, '@');
