import { describe, expect, test } from 'vitest'
import { fillSearchTexts } from '#src/domain/applications/search-text.ts'
import { days } from '#src/domain/calendar.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { searchTexts } from '#src/forms/admin/search-texts.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { finalSave, sectionSave } from '../../support/app/application-answers.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import {
  changeRows,
  found,
  insertRow as insert,
  list,
  names,
  pagesOf,
} from '../../support/app/listed-rows.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { heading } from '../../support/customer-files.ts'
import { importFile } from '../../support/customers.ts'

describe('the search', () => {
  test('finds a text anywhere in name, registration number and main address, in upper or lower case', () => {
    const app = testApp()
    insert(app, 'Sample Calibration Works Ltd', 'SC 123', 'office@works.example.com')
    insert(app, 'Example Metering', '01234567', 'hello@metering.example.com')
    insert(app, null, null, null)
    expect(found(app, 'CALIB')).toEqual(['Sample Calibration Works Ltd'])
    expect(found(app, 'sc 12')).toEqual(['Sample Calibration Works Ltd'])
    expect(found(app, 'ello@MET')).toEqual(['Example Metering'])
    expect(found(app, 'example')).toEqual(['Example Metering', 'Sample Calibration Works Ltd'])
    expect(found(app, 'calibration metering')).toEqual([])
  })

  test('finds texts of one or two letters, and letters beyond the alphabet in either case', () => {
    const app = testApp()
    insert(app, 'Öl & Ähre GmbH', null, null)
    insert(app, 'Ząb', null, null)
    expect(found(app, 'ö')).toEqual(['Öl & Ähre GmbH'])
    expect(found(app, 'ÄH')).toEqual(['Öl & Ähre GmbH'])
    expect(found(app, 'äHRE')).toEqual(['Öl & Ähre GmbH'])
    expect(found(app, 'ZĄB')).toEqual(['Ząb'])
    expect(found(app, 'ĄB')).toEqual(['Ząb'])
    insert(app, 'Μετρήσεις ΑΕ', null, null)
    for (const text of ['ΉΣ', 'ις', 'ΜΕΤΡΉΣ', 'ΡΉΣΕΙΣ', 'σεις α', 'μετρήσεις αε'])
      expect(found(app, text), text).toEqual(['Μετρήσεις ΑΕ'])
  })

  test.each([
    ['7k3m 9tx', 'reference'],
    ['made7K3M', 'reference'],
    ['sam 218', 'customer code'],
    ['020 7946 0066', 'telephone'],
    ['02079460066', 'telephone'],
    ['+44 (0)20 7946-0066', 'telephone'],
    ['0044 20 79460066', 'telephone'],
    ['7946 0066', 'part of a telephone number'],
    ['07700 900123', 'mobile stored with +44'],
    ['+44 (0)7700 900123', 'mobile stored with +44, and typed with its nought too'],
    ['+49 (0)30 901820', 'telephone from abroad'],
    ["oksana o'connor", 'contact'],
    ['O’Connor', 'contact with a curly apostrophe'],
    ['dara okafor', 'director'],
    ['LS1 5AZ', 'post code'],
    ['ls15az', 'post code'],
    ['electronics solway', 'words in any order'],
    ['solway okafor 0066', 'words of several fields'],
    ['d okafor', 'a short word with a long one'],
  ])('finds %s (%s)', (text) => {
    const app = testApp()
    insert(app, 'Solway Marine Electronics Ltd', '01234567', 'office@solway.example.com')
    insert(app, 'Other Works', '7654321', 'hello@other.example.com')
    changeRows(
      app,
      `update applications set id = 'MADE-7K3M-Q9TX', customer_code = 'SAM218', telephone = '(020) 7946 0066',
        buyer_mobile = '+44 7700 900 123', delivery_telephone = '+49 (0)30 901820',
        accounts_contact = 'Oksana O''Connor', invoice_post_code = 'LS1 5AZ'
        where business_name like 'Solway%';
      insert into directors (application, ordinal, name) select seq, 0, 'Dara Okafor' from applications
        where business_name like 'Solway%'`,
    )
    expect(found(app, text)).toEqual(['Solway Marine Electronics Ltd'])
  })

  test.each(['jo@müller.example', 'JO@MÜLLER', '@müller.example', 'jo@xn--mller-kva.example'])(
    'finds an address whose domain is written in other letters: %s',
    (text) => {
      const app = testApp()
      insert(app, 'Sample Mills', null, 'jo@xn--mller-kva.example')
      insert(app, 'Other Works', null, 'jo@muller.example')
      expect(found(app, text)).toEqual(['Sample Mills'])
    },
  )

  test('finds nothing for punctuation alone, and treats % and _ as text', () => {
    const app = testApp()
    insert(app, 'Sample (100%) Ltd', null, null)
    expect([' - ', '%%', '_', '100%'].map((text) => found(app, text).length)).toEqual([0, 0, 0, 1])
  })

  test('orders the results like the list', () => {
    const app = testApp()
    const ago = (count: number) => ({
      status: 'submitted',
      submittedAt: app.clock.now - days(count),
    })
    for (const [name, count] of [
      ['First', 3],
      ['Third', 1],
      ['Second', 2],
    ] as const)
      insert(app, `${name} Ltd`, null, null, ago(count))
    const query = { search: 'ltd', filter: 'submitted', order: 'oldest', limit: 1 } as const
    expect(pagesOf(app, query).flatMap(names)).toEqual(['First Ltd', 'Second Ltd', 'Third Ltd'])
    const recent = { search: 'ltd', filter: 'recent', limit: 1 } as const
    expect(pagesOf(app, recent).flatMap(names)).toEqual(['Third Ltd', 'Second Ltd', 'First Ltd'])
  })

  test('follows every change of an application, whoever makes it', async () => {
    const app = testApp()
    const applicant = app.browser()
    const counts = (...texts: string[]) => texts.map((text) => found(app, text).length)
    const save = sectionSave(1, { businessName: 'Draft Gauges', mainEmail: 'a@gauges.example.com' })
    const id = String((await applicant.post('/api/applications', save)).json?.id)
    expect(counts('draft gauges', id)).toEqual([1, 1])
    expectNothingLeftOver(app)

    await applicant.put(`/api/applications/${id}`, sectionSave(1, { businessName: 'Saved Gauges' }))
    expect(counts('draft gauges', 'saved gauges')).toEqual([0, 1])
    expectNothingLeftOver(app)

    const direct = (...people: string[]) =>
      applicant.post(`/api/applications/${id}/directors`, {
        directors: people.map((name) => ({ name })),
      })
    await direct('Dara Okafor', 'Lena Marsh')
    await direct('Lena Frost', 'Dara Okafor')
    expect(counts('okafor', 'marsh', 'frost')).toEqual([1, 0, 1])
    expectNothingLeftOver(app)

    const last = finalSave({ businessName: 'Signed Gauges', mainEmail: 'a@gauges.example.com' })
    expect((await applicant.put(`/api/applications/${id}`, last)).status).toBe(200)
    expect(counts('saved', 'signed gauges')).toEqual([0, 1])
    expectNothingLeftOver(app)

    const client = clientBrowser(app, id)
    const edit = { businessName: 'Edited Gauges', telephone: '020 7946 0123' }
    expect((await client.put('/api/client/application/business', edit)).status).toBe(200)
    expect(counts('signed', 'edited gauges', '+44 20 79460123')).toEqual([0, 1, 1])
    await client.put('/api/client/application/directors', { directors: [{ name: 'Ines Vega' }] })
    expect(counts('frost', 'vega')).toEqual([0, 1])
    expectNothingLeftOver(app)

    const admin = await adminBrowser(app)
    await admin.patch(`/api/applications/${id}`, { siteContact: 'Noor Haddad' })
    expect(counts('haddad')).toEqual([1])
    await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'GAU-100' })
    expect(counts('gau100')).toEqual([1])
    await admin.postForm(`/admin/applications/${id}`, {
      action: 'correct',
      customerCode: 'GAU-200',
    })
    expect(counts('gau100', 'gau200')).toEqual([0, 1])
    await admin.patch(`/api/applications/${id}/reject`, { reason: 'Closed' })
    expect(counts('gau200')).toEqual([1])
    expectNothingLeftOver(app)

    await erasePerson(app.deps, id)
    expect(counts('gauges', 'vega', id)).toEqual([0, 0, 0])
  })

  test('finds an imported customer by name, code and director', async () => {
    const app = testApp()
    const admin = await adminBrowser(app)
    const lines = [`${heading},Directors`, 'IMP-1,Imported Gauges,a@example.com,Rosa Lund']
    await importFile(app, admin, lines.join('\r\n'))
    for (const text of ['imp1', 'gauges imported', 'lund', 'A@EXAMPLE'])
      expect(found(app, text), text).toEqual(['Imported Gauges'])
    expectNothingLeftOver(app)
  })

  test('says that the search is incomplete while older applications are being prepared', async () => {
    const app = testApp()
    for (let at = 0; at < 120; at++) insert(app, `Sample ${at}`, null, null)
    app.deps.db.sqlite.exec('update applications set search_text = null')
    const admin = await adminBrowser(app)
    const { text } = await admin.get('/admin/dashboard?search=sample')
    expect(text).toContain(searchTexts.incomplete)
    expect((await admin.get('/admin/dashboard')).text).not.toContain(searchTexts.incomplete)
    const { json } = await admin.get('/api/applications?search=sample')
    expect(json).toMatchObject({ total: 0, totalIsMinimum: true })
    expect((await admin.get('/api/applications/export?search=sample')).status).toBe(503)
    expect((await admin.get('/api/applications/export')).status).toBe(200)

    await fillSearchTexts(app.deps, new AbortController().signal)
    expect(list(app, { search: 'sample' })).toMatchObject({ total: 120, totalIsMinimum: false })
    const { text: after } = await admin.get('/admin/dashboard?search=sample')
    expect(after).not.toContain(searchTexts.incomplete)
  })
})

/** Expects each row to have the search text that would be written now. */
function expectNothingLeftOver(app: TestApp) {
  const texts = () =>
    app.deps.db.sqlite.prepare('select seq, search_text from applications').raw().all()
  const before = texts()
  changeRows(app, '')
  expect(before).toEqual(texts())
}
