UPDATE `jobs` SET `mailbox` = substr(mailbox, 1, instr(mailbox, '@') - 1) || '+' || substr(mailbox, instr(mailbox, '@'))
WHERE mailbox IS NOT NULL AND instr(substr(data ->> '$.to.address', 2), '+') > 0 AND mailbox NOT LIKE '%+@%';
