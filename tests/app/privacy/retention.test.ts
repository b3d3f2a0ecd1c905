import { describe, expect, test } from 'vitest'
import { verifyChain } from '#src/domain/audit/chain.ts'
import { eventsOf } from '#src/domain/audit/events.ts'
import { days, minutes } from '#src/domain/calendar.ts'
import { removeRetired, retentionOf } from '#src/domain/privacy/retention.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { answers } from '../../support/app/application-answers.ts'
import { retain } from '../../support/app/retention.ts'
import { review } from '../../support/app/review.ts'
import type { TestApp } from '../../support/app/test-app.ts'

type Deed = 'approve' | 'reject' | 'close'

async function decided(deed: Deed) {
  const { app, id, admin } = await review()
  const approving = deed === 'reject' ? 'reject' : 'approve'
  const decision = { customerCode: 'CAL-042', reason: 'No references' }
  await admin.patch(`/api/applications/${id}/${approving}`, decision)
  const closing = { action: 'close', closedOn: '2026-11-20', closingReason: 'Ceased trading' }
  if (deed === 'close') await admin.postForm(`/admin/applications/${id}`, closing)
  return { app, id, admin }
}

const idsIn = (app: TestApp) =>
  (app.dump().applications ?? []).map((row) => (row as { id: string }).id)

describe('what is removed by age', () => {
  test.each<[Deed, Parameters<typeof retain>[1], after: number, gone: number]>([
    ['reject', { rejectedDays: 30 }, 30, 0],
    ['reject', { rejectedDays: 30 }, 31, 1],
    ['reject', { closedDays: 30 }, 4000, 0],
    ['close', { closedDays: 100 }, 100, 0],
    ['close', { closedDays: 100 }, 101, 1],
    ['close', { rejectedDays: 1 }, 4000, 0],
    ['approve', { rejectedDays: 1, closedDays: 1 }, 4000, 0],
    ['reject', {}, 4000, 0],
  ])(
    'counts what is removed by age: %s with %j, after %i days: %i',
    async (deed, retention, after, gone) => {
      const { app, id } = await decided(deed)
      retain(app, retention)
      app.clock.now += after * days(1)
      expect(await removeRetired(app.deps)).toBe(gone)
      expect(idsIn(app)).toEqual(gone ? [] : [id])
      if (gone) {
        expect(JSON.stringify(app.dump())).not.toContain(answers[1].mainEmail)
        expect(eventsOf(app.deps, id).at(-1)?.action).toBe('application removed after its time')
      }
      expect(verifyChain(app.deps).breaks).toEqual([])
    },
  )

  test('counts the retention from the rejection and not from the submit', async () => {
    const { app, id } = await review()
    app.clock.now += days(300)
    const admin = await adminBrowser(app)
    await admin.patch(`/api/applications/${id}/reject`, { reason: 'No references' })
    retain(app, { rejectedDays: 30 })
    app.clock.now += days(30)
    expect(await removeRetired(app.deps)).toBe(0)
    app.clock.now += days(1)
    expect(await removeRetired(app.deps)).toBe(1)
  })

  test('leaves 30 days to undo a closing of long ago, and removes nothing that was reopened', async () => {
    const { app, id } = await decided('approve')
    const post = async (username: string, form: Record<string, string>) => {
      const admin = await adminBrowser(app, { ...reviewer, username })
      const { headers } = await admin.postForm(`/admin/applications/${id}`, form)
      expect(headers.get('location')).toContain(`done=${form.action}`)
    }
    app.clock.now += days(1000)
    const closing = { action: 'close', closedOn: '2026-11-21', closingReason: 'Ceased trading' }
    await post('first', closing)
    retain(app, { closedDays: 365 })
    app.clock.now += days(29)
    expect(await removeRetired(app.deps)).toBe(0)
    await post('second', { action: 'reopen' })
    app.clock.now += days(400)
    expect(await removeRetired(app.deps)).toBe(0)
    await post('third', closing)
    app.clock.now += days(31)
    expect(await removeRetired(app.deps)).toBe(1)
  })
})

describe('the card of the company page', () => {
  const path = '/admin/company'
  const form = { action: 'retain', rejectedDays: '30', closedDays: '', expected: '-/-' }
  const confirmedIn = (text: string) => /name="confirmed"[^>]*value="([^"]*)"/.exec(text)?.[1] ?? ''

  test('says how many applications would be removed, and starts only when confirmed with a fresh password', async () => {
    const { app } = await decided('reject')
    app.clock.now += days(31)
    const browser = await adminBrowser(app, { ...reviewer, username: 'officer' })
    const asked = await browser.postForm(path, form)
    expect(asked.status).toBe(409)
    expect(asked.text).toContain('1 rejected application and 0 closed accounts would be removed')
    expect(retentionOf(app.deps).rejectedDays).toBeNull()
    const confirmed = confirmedIn(asked.text)
    app.clock.now += minutes(11)
    expect((await browser.postForm(path, { ...form, confirmed })).status).toBe(403)
    const currentPassword = reviewer.password
    const saved = await browser.postForm(path, { ...form, confirmed, currentPassword })
    expect(saved.headers.get('location')).toBe(`${path}?done=retention`)
    expect(await removeRetired(app.deps)).toBe(1)
    expect(app.dump().events).toContainEqual(
      expect.objectContaining({ action: 'retention changed', actor: 'officer' }),
    )
  })

  test('asks again when the days or the number have changed since', async () => {
    const { app } = await decided('reject')
    const browser = await adminBrowser(app, { ...reviewer, username: 'officer' })
    const confirmed = confirmedIn((await browser.postForm(path, form)).text)
    const others = await browser.postForm(path, { ...form, rejectedDays: '1', confirmed })
    expect([others.status, retentionOf(app.deps).rejectedDays]).toEqual([409, null])
  })

  test('refuses to save the retention over another save, and keeps what was typed', async () => {
    const { app, admin } = await decided('approve')
    retain(app, { closedDays: 400 })
    const { status, text } = await admin.postForm(path, { ...form, rejectedDays: '77' })
    expect(status).toBe(412)
    expect(text).toContain('Now saved: rejected never, closed 400')
    expect(text).toContain('value="77"')
    expect(retentionOf(app.deps)).toEqual({ rejectedDays: null, closedDays: 400 })
  })

  test.each(['0', '-1', '36501', '1.5', 'soon'])(
    'refuses a retention of %s days',
    async (rejectedDays) => {
      const { admin } = await decided('approve')
      const { status, text } = await admin.postForm(path, { ...form, rejectedDays })
      expect([status, text.includes('whole number of days from 1 to 36,500')]).toEqual([400, true])
    },
  )
})
