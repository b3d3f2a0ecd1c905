-- The search by pieces of six letters and what they begin with, place by place, so that most texts need no look at a row.
DROP TRIGGER `search_insert`;--> statement-breakpoint
DROP TRIGGER `search_update`;--> statement-breakpoint
DROP TRIGGER `search_delete`;--> statement-breakpoint
DROP TABLE `applications_search`;--> statement-breakpoint
-- Where a piece may begin: more places than the longest text that is kept has letters.
CREATE TABLE `letter_places` (`place` integer PRIMARY KEY NOT NULL) STRICT;--> statement-breakpoint
WITH RECURSIVE places(place) AS (VALUES (1) UNION ALL SELECT place + 1 FROM places WHERE place < 300) INSERT INTO letter_places SELECT place FROM places;--> statement-breakpoint
-- Every six letters in a row, one piece a line. After each piece stands the one that begins three letters later, so that few
-- pieces make a phrase; the last of each row of pieces are shorter, so that no phrase goes on into the next text.
CREATE VIEW `applications_pieces` AS SELECT seq, (SELECT group_concat(substr(text, place, 6), char(10) ORDER BY kind, place % 3, place) FROM (SELECT 1 AS kind, business_name AS text UNION ALL SELECT 2, co_registration UNION ALL SELECT 3, co_registration_key UNION ALL SELECT 4, main_email) CROSS JOIN letter_places WHERE place <= length(text) - 2) AS pieces FROM applications;--> statement-breakpoint
CREATE VIRTUAL TABLE `applications_search` USING fts5(`pieces`, content='applications_pieces', content_rowid='seq', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Z* Cf Cn Co Cs'", prefix='3 4 5', columnsize=0);--> statement-breakpoint
-- Small pages: what stands far apart is found by reading little.
INSERT INTO applications_search(applications_search, rank) VALUES ('pgsz', 1000);--> statement-breakpoint
-- Pieces of what was erased would stay legible until their part of the index is written anew.
INSERT INTO applications_search(applications_search, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
-- What goes is told to the index before, while the view still has it.
CREATE TRIGGER `search_insert` AFTER INSERT ON `applications` BEGIN INSERT INTO applications_search(rowid, pieces) SELECT seq, pieces FROM applications_pieces WHERE seq = new.seq; END;--> statement-breakpoint
CREATE TRIGGER `search_before_update` BEFORE UPDATE OF `seq`, `business_name`, `co_registration`, `co_registration_key`, `main_email` ON `applications` WHEN old.seq IS NOT new.seq OR old.business_name IS NOT new.business_name OR old.co_registration IS NOT new.co_registration OR old.co_registration_key IS NOT new.co_registration_key OR old.main_email IS NOT new.main_email BEGIN INSERT INTO applications_search(applications_search, rowid, pieces) SELECT 'delete', seq, pieces FROM applications_pieces WHERE seq = old.seq; END;--> statement-breakpoint
CREATE TRIGGER `search_update` AFTER UPDATE OF `seq`, `business_name`, `co_registration`, `co_registration_key`, `main_email` ON `applications` WHEN old.seq IS NOT new.seq OR old.business_name IS NOT new.business_name OR old.co_registration IS NOT new.co_registration OR old.co_registration_key IS NOT new.co_registration_key OR old.main_email IS NOT new.main_email BEGIN INSERT INTO applications_search(rowid, pieces) SELECT seq, pieces FROM applications_pieces WHERE seq = new.seq; END;--> statement-breakpoint
CREATE TRIGGER `search_delete` BEFORE DELETE ON `applications` BEGIN INSERT INTO applications_search(applications_search, rowid, pieces) SELECT 'delete', seq, pieces FROM applications_pieces WHERE seq = old.seq; END;--> statement-breakpoint
INSERT INTO applications_search(applications_search) VALUES ('rebuild');
