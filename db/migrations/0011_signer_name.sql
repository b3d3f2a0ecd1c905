ALTER TABLE `applications` ADD `signer_name` text;
