import { describe, expect, test } from 'vitest'
import { emailFailedDrill, runDrill } from '#src/domain/backup/drill.ts'
import { drillTrouble, isDrillDue, keepOffSite } from '#src/domain/backup/state.ts'
import { days, hours } from '#src/domain/calendar.ts'
import { checkContent } from '#src/domain/maintenance/history-check.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { freeSpace } from '../../support/backup/free-space.ts'
import { going, noteSent, offSiteApp } from '../../support/backup/off-site.ts'
import { emails } from '../../support/mail/mail-settings.ts'

const drill = ({ deps }: TestApp) =>
  runDrill(deps, (copy) => checkContent(copy, 'db/migrations'), going())

describe('the drills', () => {
  test('runs a drill once a backup was sent, every week, and a day after a failure', async () => {
    const { app } = await offSiteApp()
    const { deps, clock } = app
    expect(isDrillDue(deps)).toBe(false)
    await noteSent(app)
    expect(isDrillDue(deps)).toBe(true)
    const held = { at: clock.now, backups: [], took: 1 }
    await keepOffSite(deps, ({ drill }) => ({ drill: { ...drill, held } }))
    clock.now += days(7) - 1
    expect(isDrillDue(deps)).toBe(false)
    clock.now += 1
    expect(isDrillDue(deps)).toBe(true)
    expect(drillTrouble(deps)).toBeNull()
    clock.now += days(1) + 1
    expect(drillTrouble(deps)).toMatchObject({ trouble: 'overdue' })
    const failed = { at: clock.now, reason: 'The disk is away' }
    await keepOffSite(deps, ({ drill }) => ({ drill: { ...drill, failed } }))
    expect([isDrillDue(deps), drillTrouble(deps)]).toMatchObject([false, { trouble: 'failed' }])
    clock.now += days(1)
    expect(isDrillDue(deps)).toBe(true)
    clock.now -= days(30)
    expect(isDrillDue(deps)).toBe(true)
  })

  test('emails the accounts team about a failed drill, and again after a week', async () => {
    const { app } = await offSiteApp()
    const { deps, clock } = app
    await noteSent(app)
    const failed = { at: clock.now, reason: 'The disk is away' }
    await keepOffSite(deps, ({ drill }) => ({ drill: { ...drill, failed } }))
    const told = () => emails(app).filter(({ kind }) => kind === 'drill-failed')
    for (let hour = 0; hour < 24 * 7; hour += 12) {
      emailFailedDrill(deps)
      clock.now += hours(12)
    }
    expect(told()).toMatchObject([{ data: { reason: 'The disk is away', last: null } }])
    emailFailedDrill(deps)
    expect(told()).toHaveLength(2)
  })

  test('starts no drill without room for two databases, and says so', async () => {
    const { app } = await offSiteApp()
    freeSpace(200 * 2 ** 20)
    await expect(drill(app)).rejects.toThrow('MiB of free space')
  })
})
