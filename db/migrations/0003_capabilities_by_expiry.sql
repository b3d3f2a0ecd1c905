-- What the hourly sweep looks for among the cookies of drafts.
CREATE INDEX `capabilities_by_expiry` ON `capabilities` (`expires_at`);