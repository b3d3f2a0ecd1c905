import { describe, expect, test } from 'vitest'
import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'
import { toDataUri } from '#src/security/png.ts'
import { adminBrowser, onAccount } from '../../support/app/admins.ts'
import { answers } from '../../support/app/application-answers.ts'
import { signedIn } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { makePng } from '../../support/pdf/png-maker.ts'
import { stroke } from '../../support/pdf/signatures.ts'

const [first, second] = answers[2].directors

describe('a decided document says what was decided, when, by whom', () => {
  test.each([
    ['without a signature on the profile', false],
    ['with one', true],
  ])('prints what was decided, when and by whom: %s', async (_, signs) => {
    const { admin, sheet, path } = await decidable()
    const signature = toDataUri(makePng({ ...stroke, width: 300, height: 100 }))
    if (signs) expect((await onAccount(admin, 'signature', { signature })).status).toBe(303)
    const decided = ['Decided on: 20 November 2026', 'Decided by: reviewer']
    expect(rowsOf(await sheet(), 'Decision')).toEqual([])
    await admin.patch(`${path}/approve`, { customerCode: 'CAL-042' })
    expect(rowsOf(await sheet(), 'Decision')).toEqual([
      'Decision: Approved',
      ...decided,
      'Account: Credit account',
      'Customer code: CAL-042',
    ])
    await admin.patch(`${path}/reject`, { reason: 'No references' })
    const rejected = await sheet()
    expect(rejected.status).toBe('Rejected')
    expect(rowsOf(rejected, 'Decision')).toEqual([
      'Decision: Rejected',
      ...decided,
      'Reason: No references',
    ])
    expect(rejected.signatures[1]).toMatchObject({
      caption: 'For Example Supplies Ltd',
      drawn: signs ? {} : { without: 'Rejected without a drawn signature' },
    })
  })
})

describe('what changed after the signing is marked where it stands', () => {
  test('marks directors who were added, removed, renamed or given another position after the signing', async () => {
    const { client, sheet } = await decidable()
    const directors = async () => directorsIn(await sheet())
    const save = (list: object[]) =>
      client.put('/api/client/application/directors', { directors: list })
    expect((await directors()).map(({ change }) => change)).toEqual([undefined, undefined])
    await save([first ?? {}, { name: 'Zelda Zorn', position: 'Director' }])
    expect(await directors()).toEqual([
      first,
      { name: 'Zelda Zorn', position: 'Director', change: 'Added since signing' },
      { ...second, change: 'Removed since signing' },
    ])
    await save([
      { ...first, position: 'Chair' },
      { ...second, name: 'Aoife Sample' },
    ])
    expect(await directors()).toEqual([
      { ...first, position: 'Chair', change: 'Position changed since signing' },
      { ...second, name: 'Aoife Sample', change: 'Name changed since signing' },
    ])
    await save([second ?? {}, first ?? {}])
    expect(await directors()).toEqual([second, first])
  })

  test('marks an edit even when the clock was set back to before the signing', async () => {
    const { app, client, sheet } = await decidable()
    app.clock.now -= 60 * 60_000
    await client.put('/api/client/application/buyer', { buyerName: 'Zoe New' })
    const { amendments, sections } = await sheet()
    expect(amendments).toMatchObject([{ field: 'Buyer name', after: 'Zoe New' }])
    expect(sections.flatMap(({ rows }) => rows).filter((row) => row.changedSinceSigning)).toEqual([
      { label: 'Buyer name', value: 'Zoe New', changedSinceSigning: true },
    ])
  })
})

test('lists changed fields, dates, choices and blanks in words on the page of changes', async () => {
  const { admin, client, sheet, path, id } = await decidable()
  await admin.patch(path, { accountType: 'cash', dateIncorporation: '2010-04-05' })
  await client.put('/api/client/application/accounts', { poMandatory: false })
  await client.put('/api/client/application/delivery', { specialInstructions: 'N/A' })
  const { amendments } = await sheet()
  expect(amendments.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['What type of account do you want?', 'Credit account', 'Cash account'],
    ['Date of incorporation', '3 March 2009', '5 April 2010'],
    ['Must our invoices quote a purchase order number?', 'Yes', 'No'],
    ['Special instructions', 'Not given', 'N/A'],
  ])
  const { text } = await admin.get(`/admin/applications/${id}`)
  for (const words of ['Cash account', '5 April 2010'])
    expect(text).toContain(`<ins>${words}</ins>`)
})

/** A submitted application with its customer and an administrator; `sheet` asks for its document. */
async function decidable() {
  const app = testApp()
  const { id, browser: client } = await signedIn(app)
  const admin = await adminBrowser(app)
  const path = `/api/applications/${id}`
  return {
    app,
    client,
    admin,
    id,
    path,
    sheet: () => sheetOf(app, admin, path),
  }
}

async function sheetOf(
  { pdf }: TestApp,
  admin: Awaited<ReturnType<typeof adminBrowser>>,
  path: string,
): Promise<ApplicationSheet> {
  const { status } = await admin.get(`${path}/pdf`)
  const made = pdf.made.at(-1)
  if (status !== 200 || !made) throw new Error(`The document answered ${status}`)
  return made.sheet
}

const directorsIn = ({ sections }: ApplicationSheet) =>
  sections.flatMap(({ directors = [] }) => directors)

const rowsOf = ({ sections }: ApplicationSheet, title: string) =>
  (sections.find((section) => section.title === title)?.rows ?? []).map(
    ({ label, value }) => `${label}: ${value}`,
  )
