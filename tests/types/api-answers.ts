import type { PortalStatus } from '#islands/client-portal/StatusCard.tsx'
import type { Director as PortalDirector, PortalRecord } from '#islands/client-portal/use-portal.ts'
import type { Director } from '#src/domain/applications/application.ts'
import type { analytics } from '#src/domain/dashboard/analytics.ts'
import type { listApplications } from '#src/domain/dashboard/list.ts'
import type { recentUpdates } from '#src/domain/dashboard/recent-updates.ts'
import type { readSettings } from '#src/domain/mailing/settings.ts'
import type { portalRecord } from '#src/domain/portal/record.ts'
import type { portalStatus } from '#src/domain/portal/status.ts'
import type { codeUse } from '#src/domain/review/customer-codes.ts'
import type { adminRecord } from '#src/domain/review/record.ts'
import type { EmailSettingsRecord } from '#src/ui/admin/email-settings-record.ts'
import type * as page from '#src/ui/admin/records.ts'

/** Nothing here runs: `tsc` fails when a call no longer returns what the pages expect of it. */
type Returns<Expected, Answer extends Expected> = Answer

export type Answers = [
  Returns<page.AdminRecord, ReturnType<typeof adminRecord>>,
  Returns<page.Listing, ReturnType<typeof listApplications>>,
  Returns<page.Analytics, ReturnType<typeof analytics>>,
  Returns<page.RecentUpdate[], ReturnType<typeof recentUpdates>>,
  Returns<page.CodeUse, ReturnType<typeof codeUse>>,
  Returns<page.DirectorEntry, Director>,
  Returns<PortalRecord, ReturnType<typeof portalRecord>>,
  Returns<EmailSettingsRecord, ReturnType<typeof readSettings>>,
  Returns<PortalStatus, ReturnType<typeof portalStatus>>,
  Returns<PortalDirector, Director>,
]
