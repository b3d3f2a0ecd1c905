import { describe, expect, test } from 'vitest'
import { startDraft } from '../../support/app/applicants.ts'
import { found, insertRow as insert } from '../../support/app/listed-rows.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

describe('the search', () => {
  test('finds a text anywhere in name, registration number and main address, without case', () => {
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

  test('finds texts of one and two letters too, and letters beyond the alphabet in either case', () => {
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
    app.deps.db.sqlite.exec(`
      update applications set id = 'MADE-7K3M-Q9TX', customer_code = 'SAM218', telephone = '(020) 7946 0066',
        buyer_mobile = '+44 7700 900 123', delivery_telephone = '+49 (0)30 901820',
        accounts_contact = 'Oksana O''Connor', invoice_post_code = 'LS1 5AZ'
        where business_name like 'Solway%';
      insert into directors (application, ordinal, name) select seq, 0, 'Dara Okafor' from applications
        where business_name like 'Solway%'`)
    expect(found(app, text)).toEqual(['Solway Marine Electronics Ltd'])
  })

  test('finds nothing where only marks were typed, and takes % and _ for text', () => {
    const app = testApp()
    insert(app, 'Sample (100%) Ltd', null, null)
    expect([' - ', '%%', '_', '100%'].map((text) => found(app, text).length)).toEqual([0, 0, 0, 1])
  })

  test('follows the directors, also when an application goes with them', () => {
    const app = testApp()
    const { sqlite } = app.deps.db
    const seq = insert(app, 'Sample', null, null)
    const add = sqlite.prepare(
      'insert into directors (application, ordinal, name) values (?, ?, ?)',
    )
    add.run(seq, 0, 'Dara Okafor')
    add.run(seq, 1, 'Lena Marsh')
    sqlite.prepare("update directors set name = 'Lena Frost' where ordinal = 1").run()
    expect([found(app, 'okafor'), found(app, 'marsh'), found(app, 'frost')]).toEqual([
      ['Sample'],
      [],
      ['Sample'],
    ])
    sqlite.prepare('delete from directors where ordinal = 0').run()
    expect([found(app, 'okafor'), found(app, 'frost')]).toEqual([[], ['Sample']])
    expect(indexIsWhole(app)).toBe(true)
    sqlite.prepare('delete from applications').run()
    expect(found(app, 'frost')).toEqual([])
    expect(indexIsWhole(app)).toBe(true)
  })

  test('follows the directors of a draft as its form lists them', async () => {
    const app = testApp()
    const browser = app.browser()
    const id = await startDraft(browser)
    const list = (...names: string[]) =>
      browser.post(`/api/applications/${id}/directors`, {
        directors: names.map((name) => ({ name })),
      })
    const all = () => ['okafor', 'marsh', 'frost'].map((name) => found(app, name).length)
    await list('Dara Okafor', 'Lena Marsh')
    expect(all()).toEqual([1, 1, 0])
    await list('Lena Frost', 'Dara Okafor')
    expect(all()).toEqual([1, 0, 1])
    await list()
    expect(all()).toEqual([0, 0, 0])
    expect(indexIsWhole(app)).toBe(true)
  })

  test('follows every change: a new name, a removed one, a deleted draft', () => {
    const app = testApp()
    const { sqlite } = app.deps.db
    const seq = insert(app, 'First Sample', null, null)
    sqlite.prepare('update applications set business_name = ? where seq = ?').run('Second', seq)
    expect([found(app, 'first'), found(app, 'second')]).toEqual([[], ['Second']])
    sqlite.prepare('update applications set business_name = null where seq = ?').run(seq)
    expect(found(app, 'second')).toEqual([])
    sqlite.prepare('delete from applications where seq = ?').run(seq)
    expect(found(app, 'second')).toEqual([])
    expect(indexIsWhole(app)).toBe(true)
  })
})

/** Whether the index has all that the rows have, and nothing else. */
function indexIsWhole({ deps }: TestApp): boolean {
  const check =
    "insert into applications_search(applications_search, rank) values ('integrity-check', 1)"
  return deps.db.sqlite.prepare(check).run().changes >= 0
}
