ALTER TABLE `admins` ADD `full_name` text;
