ALTER TABLE `events` ADD `subject` text;
