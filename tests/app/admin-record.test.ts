import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { applications } from '#db/schema/applications.ts'
import { clients } from '#db/schema/clients.ts'
import { outbox } from '#db/schema/mail.ts'
import { days, minutes } from '#src/domain/durations.ts'
import { toDataUri } from '#src/security/signature-image.ts'
import { adminBrowser } from '../support/admins.ts'
import { fillDraft, startDraft, stored, storedAnswers, submit } from '../support/applicants.ts'
import { answers } from '../support/application-answers.ts'
import { makePng } from '../support/png-maker.ts'
import { stroke } from '../support/signatures.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

async function review(changes: Record<string, unknown> = {}) {
  const house = testApp()
  const id = await submit(house.browser(), changes)
  const admin = await adminBrowser(house)
  const path = `/api/applications/${id}`
  return { house, id, admin, path }
}

const flagged = (json: Record<string, unknown> = {}) =>
  (json.flags as { field: string }[]).map(({ field }) => field)

describe('the record', () => {
  test('has every answer of the form, the directors, both dates and the signature as an image', async () => {
    const { admin, path, id } = await review()
    const { json, headers } = await admin.get(path)
    expect(json).toMatchObject({
      ...storedAnswers(),
      id,
      status: 'submitted',
      createdAt: '2026-11-20T10:00:00.000Z',
      submittedAt: '2026-11-20T10:00:00.000Z',
      approvedAt: null,
      customerCode: null,
      financeDecision: null,
      financeSignature: null,
      specialInstructions: null,
      signInEmail: answers[1].mainEmail,
      notes: [],
    })
    expect(json?.authSignature).toMatch(/^data:image\/png;base64,/)
    expect(json?.directors).toMatchObject(answers[2].directors)
    expect(headers.get('etag')).toBe(`"v${json?.version}"`)
    for (const hidden of ['seq', 'mainEmailKey', 'vatNoKey'])
      expect(json).not.toHaveProperty(hidden)
  })

  test('of a draft is there too, with nulls for what is not answered', async () => {
    const house = testApp()
    const id = await startDraft(house.browser())
    const { json, status } = await (await adminBrowser(house)).get(`/api/applications/${id}`)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      status: 'draft',
      businessName: null,
      businessTypes: [],
      directors: [],
    })
  })

  test('shows who changed what and when, newest first, and the letters with their state', async () => {
    const { house, admin, path } = await review()
    house.clock.now += minutes(20)
    await admin.patch(path, { buyerName: 'Changed Sample' })
    const { json } = await admin.get(path)
    const history = json?.history as unknown[] | undefined
    expect(history?.[0]).toMatchObject({
      at: '2026-11-20T10:20:00.000Z',
      by: 'reviewer',
      action: 'application amended',
      changes: [{ field: 'buyerName', before: answers[4].buyerName, after: 'Changed Sample' }],
    })
    expect(history?.[1]).toMatchObject({ by: 'Applicant', action: 'application submitted' })
    expect(json?.letters).toContainEqual(
      expect.objectContaining({ kind: 'receipt', state: 'waiting' }),
    )
  })
})

describe('an edit', () => {
  test('writes what is changed and not empty, and nothing else', async () => {
    const { house, admin, path, id } = await review()
    const { json, status } = await admin.patch(path, {
      businessName: '  Renamed Sample Ltd ',
      telephone: '',
      fax: null,
      dateIncorporation: '2010-01-02T00:00:00.000Z',
      poMandatory: 'no',
      specialInstructions: 'Ring first.\r\nGate 2',
      status: 'approved',
      customerCode: 'EX-9',
      id: 'other',
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id,
      businessName: 'Renamed Sample Ltd',
      telephone: answers[1].telephone,
      fax: answers[1].fax,
      dateIncorporation: '2010-01-02',
      poMandatory: false,
      specialInstructions: 'Ring first.\nGate 2',
      status: 'submitted',
      customerCode: null,
    })
    expect(stored(house, id).application.version).toBeGreaterThan(1)
  })

  test.each([
    ['a status', { status: 'approved' }],
    ['a code', { customerCode: 'EX-1' }],
    ['a signature', { authSignature: answers[5].authSignature }],
    ['an unknown field', { nobody: 'knows' }],
    ['nothing', {}],
    ['a list', []],
    ['a wrong type', { businessName: { a: 1 } }],
    ['a wrong address', { mainEmail: 'nowhere' }],
    ['an unknown type', { businessTypes: ['Club'] }],
    ['a wrong date', { dateIncorporation: '2026-02-30' }],
    ['a long text', { buyerName: 'x'.repeat(201) }],
  ])('of %s alone is refused and writes nothing', async (_, body) => {
    const { house, admin, path } = await review()
    const before = house.dump()
    expect((await admin.patch(path, body)).status).toBe(400)
    expect(house.dump()).toEqual(before)
  })

  test('to an address that another application holds is a conflict', async () => {
    const { house, admin, path } = await review()
    await fillDraft(house.browser(), { mainEmail: 'taken@example.com' })
    const { status, json } = await admin.patch(path, { mainEmail: ' TAKEN@example.com' })
    expect(status).toBe(409)
    expect(json?.message).toBe('An application with this email address already exists')
  })

  test('on a version that is no longer the present one is refused with 412', async () => {
    const { admin, path } = await review()
    const { headers } = await admin.get(path)
    const seen = { 'if-match': headers.get('etag') ?? '' }
    expect((await admin.patch(path, { buyerName: 'One' }, seen)).status).toBe(200)
    expect((await admin.patch(path, { buyerName: 'Two' }, seen)).status).toBe(412)
    expect((await admin.get(path)).json?.buyerName).toBe('One')
  })
})

describe('a flag', () => {
  test('is not there when nothing looks odd', async () => {
    const { admin, path } = await review()
    expect((await admin.get(path)).json?.flags).toEqual([])
  })

  test.each([
    ['vatNo', { vatNo: 'GB 123 4567 83' }],
    ['eoriNumber', { eoriNumber: 'GB980780684000' }],
    ['coRegistration', { coRegistration: 'Not registered' }],
    ['coRegistration', { coRegistration: 'OC123456' }],
    ['coRegistration', { businessTypes: ['Sole Trader'] }],
    ['coRegistration', { businessTypes: ['LLP'] }],
    ['businessEstablished', { businessEstablished: '3' }],
    ['dateIncorporation', { dateIncorporation: '2027-01-01' }],
    ['agreementDate', { agreementDate: '2026-11-18' }],
    ['authSignature', { authSignature: blank() }],
  ])('stands at %s for %j', async (field, changes) => {
    const { admin, path } = await review(changes)
    expect(flagged((await admin.get(path)).json)).toContain(field)
  })

  test('names other applications with the same number, telephone or mail domain, with the way there', async () => {
    const { house, admin, path } = await review()
    const other = await submit(house.browser(), {
      businessName: 'Twin Sample Ltd',
      mainEmail: 'twin@sample-calibration.example.com',
    })
    const flags = (await admin.get(path)).json?.flags as Record<string, string>[]
    expect(flags.map(({ field }) => field)).toEqual([
      'coRegistration',
      'vatNo',
      'telephone',
      'mainEmail',
    ])
    for (const { text, href } of flags) {
      expect(text).toContain('Twin Sample Ltd')
      expect(href).toBe(`/admin/applications/${other}`)
    }
  })
})

describe('a note', () => {
  test('is kept for admins alone', async () => {
    const { house, admin, path, id } = await review()
    await admin.post(`${path}/notes`, { text: 'First' })
    const { json } = await admin.post(`${path}/notes`, { text: ' Second ' })
    expect(json?.notes).toMatchObject([
      { text: 'Second', by: 'reviewer', at: '2026-11-20T10:00:00.000Z' },
      { text: 'First' },
    ])
    await admin.get(`${path}/pdf`)
    expect(JSON.stringify(house.pdf)).not.toContain('Second')
    const letters = house.deps.db.orm.select().from(outbox).where(eq(outbox.application, id)).all()
    expect(JSON.stringify(letters)).not.toContain('Second')
    expect((await admin.post(`${path}/notes`, { text: ' ' })).status).toBe(400)
  })
})

describe('the sign-in address', () => {
  const account = ({ deps }: TestApp) => deps.db.orm.select().from(clients).get()
  const letters = ({ deps }: TestApp) =>
    deps.db.orm
      .select()
      .from(outbox)
      .all()
      .filter(({ kind }) => kind.startsWith('sign-in'))

  test('moves, with a link to the new address and a notice to the old', async () => {
    const { house, admin, path } = await review()
    const { json, status } = await admin.patch(`${path}/sign-in-address`, {
      email: 'new@example.com',
    })
    expect([status, json?.signInEmail]).toEqual([200, 'new@example.com'])
    expect(account(house)).toMatchObject({ email: 'new@example.com', passwordHash: null })
    expect(
      letters(house).map(({ kind, letter }) => [kind, (letter.to as { address: string }).address]),
    ).toEqual([
      ['sign-in-moved', 'new@example.com'],
      ['sign-in-left', answers[1].mainEmail],
    ])
    expect((await admin.get(path)).json?.mainEmail).toBe(answers[1].mainEmail)
  })

  test('stays when it is the same, wrong or taken', async () => {
    const { house, admin, path } = await review()
    await submit(house.browser(), { mainEmail: 'taken@example.com' })
    for (const [email, status] of [
      [answers[1].mainEmail, 200],
      ['nowhere', 400],
      ['TAKEN@example.com', 409],
    ] as const)
      expect((await admin.patch(`${path}/sign-in-address`, { email })).status).toBe(status)
    expect(letters(house)).toEqual([])
  })
})

describe('recent updates', () => {
  test('are what customers did in seven days, newest first, one line an application', async () => {
    const { house, admin, id, path } = await review()
    house.clock.now += minutes(20)
    const draft = await startDraft(house.browser())
    await admin.patch(path, { buyerName: 'By an admin' })
    const list = async () => (await admin.get('/api/applications/recent-updates')).json
    expect(await list()).toMatchObject([
      { id: draft, status: 'draft', section: 'Buyer Info', updatedAt: '2026-11-20T10:20:00.000Z' },
      { id, status: 'submitted', summary: 'Submitted the application', section: null },
    ])
    house.clock.now += days(8)
    const late = await adminBrowser(house)
    expect((await late.get('/api/applications/recent-updates')).json).toEqual([])
  })

  test('are at most twenty', async () => {
    const house = testApp()
    for (let at = 0; at < 23; at++) await startDraft(house.browser())
    const admin = await adminBrowser(house)
    const { json } = await admin.get('/api/applications/recent-updates')
    expect(json).toHaveLength(20)
    const newest = house.deps.db.orm.select().from(applications).all().at(-1)
    expect((json as unknown as { id: string }[])[0]?.id).toBe(newest?.id)
  })
})

/** What an untouched pad gives. */
function blank() {
  return toDataUri(makePng({ ...stroke, pixel: () => [0, 0, 0, 0] }))
}
