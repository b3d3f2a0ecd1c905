DELETE FROM approval_proposals WHERE proposed_by IN (SELECT id FROM admins WHERE disabled_at IS NOT NULL OR role = 'viewer');
