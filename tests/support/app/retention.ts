import {
  goingUnder,
  retentionMark,
  retentionOf,
  setRetention,
} from '#src/domain/privacy/retention.ts'
import type { Retention } from '#src/forms/company/retention.ts'
import { officer } from '../mail/mail-settings.ts'
import type { TestApp } from './test-app.ts'

/** As an administrator who was told what goes at once. */
export function retain({ deps }: TestApp, days: Partial<Retention>) {
  const retention = { rejectedDays: null, closedDays: null, ...days }
  const expected = retentionMark(retentionOf(deps))
  setRetention(deps, officer, retention, { expected, confirmed: goingUnder(deps, retention).mark })
}
