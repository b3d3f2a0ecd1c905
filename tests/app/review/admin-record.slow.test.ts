import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { applications } from '#db/schema/applications.ts'
import { toDataUri } from '#src/security/png.ts'
import { onAccount } from '../../support/app/admins.ts'
import { fillDraft, stored, storedAnswers, submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import { review } from '../../support/app/review.ts'
import { makePng } from '../../support/pdf/png-maker.ts'
import { stroke } from '../../support/pdf/signatures.ts'

const flagged = (json: Record<string, unknown> = {}) =>
  (json.flags as { field: string }[]).map(({ field }) => field)

describe('the record', () => {
  test('shows every answer on the record, with directors, both dates and the signature as an image', async () => {
    const { admin, api, id } = await review()
    const { json, headers } = await admin.get(api)
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
    expect(headers.get('etag')).toBe(`"${json?.id}.v${json?.version}"`)
    for (const hidden of ['seq', 'mainEmailKey', 'vatNoKey'])
      expect(json).not.toHaveProperty(hidden)
  })

  test('names the decider on the record as in the document and in the history', async () => {
    const { admin, api } = await review()
    await onAccount(admin, 'name', { fullName: 'Dee Sampler' })
    await admin.patch(`${api}/approve`, { customerCode: 'CAL-042' })
    expect((await admin.get(api)).json?.decidedBy).toBe('Dee Sampler (reviewer)')
  })
})

describe('an edit', () => {
  test('writes only what an edit changed, and clears what is blank', async () => {
    const { app, admin, api, id } = await review()
    const { json, status } = await admin.patch(api, {
      businessName: '  Renamed Sample Ltd ',
      buyerFax: '',
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
      buyerFax: null,
      fax: null,
      dateIncorporation: '2010-01-02',
      poMandatory: false,
      specialInstructions: 'Ring first.\nGate 2',
      status: 'submitted',
      customerCode: null,
    })
    expect(stored(app, id).application.version).toBeGreaterThan(1)
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
  ])('refuses an edit of %s alone and writes nothing', async (_, body) => {
    const { app, admin, api } = await review()
    const before = app.dump()
    expect((await admin.patch(api, body)).status).toBe(400)
    expect(app.dump()).toEqual(before)
  })

  test('names the other application when an edit uses its address, and emails nobody', async () => {
    const { app, admin, api } = await review()
    const id = await fillDraft(app.browser(), { mainEmail: 'taken@example.com' })
    const before = app.dump()
    const { status, json } = await admin.patch(api, { mainEmail: ' TAKEN@example.com' })
    expect(status).toBe(409)
    expect(json?.message).toBe(
      `An application with this email address already exists: Sample Calibration Works Ltd (${id})`,
    )
    expect(app.dump()).toEqual(before)
    const page = await admin.postForm(`/admin${api.slice(4)}`, {
      ...{ action: 'save', mainEmail: 'taken@example.com' },
    })
    expect(page.text).toContain(`href="/admin/applications/${id}"`)
  })

  test('refuses an edit on an older version with 412', async () => {
    const { admin, api } = await review()
    const { headers } = await admin.get(api)
    const seen = { 'if-match': headers.get('etag') ?? '' }
    expect((await admin.patch(api, { buyerName: 'One' }, seen)).status).toBe(200)
    expect((await admin.patch(api, { buyerName: 'Two' }, seen)).status).toBe(412)
    expect((await admin.get(api)).json?.buyerName).toBe('One')
  })
})

describe('a flag', () => {
  test.each([
    ['vatNo', { vatNo: 'GB 123 4567 83' }],
    ['eoriNumber', { eoriNumber: 'GB980780684000' }],
    ['coRegistration', { coRegistration: 'Not registered' }],
    ['coRegistration', { coRegistration: 'OC123456' }],
    ['coRegistration', { businessTypes: ['Sole Trader'] }],
    ['coRegistration', { businessTypes: ['LLP'] }],
    ['businessEstablished', { businessEstablished: '3' }],
    ['businessEstablished', { businessEstablished: '40' }],
    ['businessEstablished', { businessEstablished: 'under 2 years' }],
    ['businessEstablished', { businessEstablished: "June '25", dateIncorporation: '2025-06-02' }],
    ['dateIncorporation', { dateIncorporation: '2027-01-01' }],
    ['dateIncorporation', { dateIncorporation: '0019-05-04' }],
    ['agreementDate', { agreementDate: '2026-11-18' }],
    ['authSignature', { authSignature: blank() }],
  ])('shows a flag at %s for %j', async (field, changes) => {
    const { admin, api } = await review(changes)
    expect(flagged((await admin.get(api)).json)).toContain(field)
  })

  test.each(['under 2 years', '90 days', 'less than 2'])(
    'shows no flag at "%s" of a young company',
    async (businessEstablished) => {
      const { admin, api } = await review({ businessEstablished, dateIncorporation: '2025-09-02' })
      expect(flagged((await admin.get(api)).json)).not.toContain('businessEstablished')
    },
  )

  test('flags a missing previous address on a record from before that rule', async () => {
    const { app, id, admin, api } = await review()
    app.deps.db.orm
      .update(applications)
      .set({ businessEstablished: '90 days', previousAddress: null })
      .where(eq(applications.id, id))
      .run()
    expect(flagged((await admin.get(api)).json)).toContain('previousAddress')
  })

  test('flags other applications with the same number, telephone or mail domain, and links to them', async () => {
    const { app, admin, api } = await review()
    const other = await submit(app.browser(), {
      businessName: 'Twin Sample Ltd',
      mainEmail: 'twin@sample-calibration.example.com',
    })
    const flags = (await admin.get(api)).json?.flags as Record<string, string>[]
    expect(flags.map(({ field }) => field)).toEqual([
      'coRegistration',
      'vatNo',
      'telephone',
      'mainEmail',
    ])
    for (const flag of flags) {
      expect(flag).toMatchObject({ text: expect.stringContaining('Twin Sample Ltd'), other })
    }
  })
})

/** The image of an untouched drawing pad. */
function blank() {
  return toDataUri(makePng({ ...stroke, pixel: () => [0, 0, 0, 0] }))
}
