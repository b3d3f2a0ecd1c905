DROP TABLE `customer_import_faults`;--> statement-breakpoint
DROP TABLE `customer_imports`;