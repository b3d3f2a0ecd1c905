import { describe, expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { testApp } from '../../support/app/test-app.ts'
import { csvOf, customerRows, heading } from '../../support/customer-files.ts'
import { customersOf, factIn, faultsIn, upload } from '../../support/customers.ts'

async function signedIn() {
  const app = testApp()
  return { app, browser: await adminBrowser(app) }
}

describe('a file of customers', () => {
  test('checks a file of customers line by line, and changes nothing', async () => {
    const { app, browser } = await signedIn()
    const file = [
      `${heading},Date of incorporation,Account type,Business types,Shoe size`,
      'C1,One Ltd,office@one.example,31/3/2009,Cash account,PLC,9',
      ',Two Ltd,no address,31/02/2009,barter,Charity,9',
      '',
      '"C3","Three ""& Sons""\r\nLtd",office@three.example,,,,9',
      'C4,Four Ltd,OFFICE@one.example,,,,9,too,many',
    ]
    const checked = await upload(browser, file.join('\r\n'))
    expect(checked.status).toBe(200)
    expect(faultsIn(checked)).toEqual([
      '1 Whole row: Note: The column Shoe size is unknown and is left out',
      '3 Customer code: Customer code is required',
      '3 Main email: Valid email is required',
      '3 Date of incorporation: Write a date that exists, as 2009-03-31 or 31/03/2009',
      '3 Account type: Write credit or cash',
      '3 Business types: Write one or more of PLC, Private Ltd Co., Sole Trader, Partnership, LLP, Other, separated by |',
      '7 Whole row: The row has more cells than the heading. Text with a separator in it needs quotation marks.',
      '7 Main email: Line 2 has the same main email',
    ])
    expect(customersOf(app)).toEqual([])
    expect([factIn(checked, 'Rows'), factIn(checked, 'Without a fault')]).toEqual(['4', '2'])
    expect(factIn(checked, 'Imported')).toBe('Nothing yet')
  })

  test('reports a taken address as an error and a shared code or number as a note', async () => {
    const { app, browser } = await signedIn()
    await submit(app.browser(), {
      mainEmail: 'office@existing1.example',
      coRegistration: '1234567',
    })
    app.deps.db.sqlite.prepare("update applications set customer_code = 'c2'").run()
    const rows = customerRows(3).map((row, at) => `${row},${['', '', '01234567'][at]}`)
    const file = [`${heading},Company registration number`, ...rows].join('\n')
    expect(faultsIn(await upload(browser, file))).toEqual([
      '2 Main email: Another application or account here has this email address',
      '3 Customer code: Note: Another customer here has this customer code',
      '4 Company registration number: Note: Another application here has this company number',
    ])
  })

  test.each([
    [';', 'semicolons'],
    ['\t', 'tabs'],
  ])('accepts a file of customers that separates its cells by %j (%s)', async (separator) => {
    const { browser } = await signedIn()
    const checked = await upload(browser, csvOf(...customerRows(2)).replaceAll(',', separator))
    expect([faultsIn(checked), factIn(checked, 'Without a fault')]).toEqual([[], '2'])
  })

  test('reads a file of customers in Windows-1252, and says so in a note', async () => {
    const { browser } = await signedIn()
    const file = Buffer.from(csvOf('C1,Caf\u00e9 \u0080 Ltd,office@one.example'), 'latin1')
    expect(faultsIn(await upload(browser, file))).toEqual([
      expect.stringContaining('was read as Windows-1252'),
    ])
  })

  test('accepts 200 cells a row, and any number of separators in quotation marks', async () => {
    const { browser } = await signedIn()
    const row = `C1,"One ${', '.repeat(80)}Ltd",a@one.example${','.repeat(197)}`
    expect(faultsIn(await upload(browser, csvOf(row, row.replace('C1', 'C2'))))).toEqual([
      expect.stringContaining('Line 2 has the same main email'),
    ])
  })

  test('reads a file that Excel saved as "Unicode Text"', async () => {
    const { browser } = await signedIn()
    const text = csvOf('C1,Caf\u00e9 Żółć Ltd,office@one.example').replaceAll(',', '\t')
    const checked = await upload(browser, Buffer.from(`\ufeff${text}`, 'utf16le'))
    expect([faultsIn(checked), factIn(checked, 'Without a fault')]).toEqual([[], '1'])
  })

  test('imports no row of a file that cannot be read to its end', async () => {
    const { browser } = await signedIn()
    const file = csvOf('C1,One Ltd,a@one.example', 'C2,"Two Ltd,b@two.example')
    const checked = await upload(browser, file)
    expect(faultsIn(checked)).toEqual([expect.stringMatching(/^3 Whole row: From this line on/)])
    expect(factIn(checked, 'Without a fault')).toBe('0')
  })

  test('accepts a cell of a hundred thousand spaces without delaying anybody', async () => {
    const { browser } = await signedIn()
    const directors = `A${' '.repeat(100_000)}B`
    // Each of these rows once took seconds, so the test would time out.
    const rows = customerRows(40).map((row) => `${row},${directors}`)
    const checked = await upload(browser, [`${heading},Directors`, ...rows].join('\n'))
    expect(faultsIn(checked)).toHaveLength(40)
  })

  test.each<[string, string | Uint8Array, number, string]>([
    ['nothing', '', 400, 'Choose a file first'],
    ['a heading alone', heading, 400, 'no rows below its heading'],
    ['no heading', 'C1,One Ltd,a@one.example', 400, 'missing: Customer code, Business name'],
    ['a heading twice', `${heading},main email\n1,2,3,4`, 400, 'has the column Main email twice'],
    ['a heading with a mark too few', `"${csvOf('1,2,3')}`, 400, 'The first line cannot be read'],
    [
      'a heading without an end',
      `${heading},${'x'.repeat(2 ** 18)}\n1,2,3`,
      400,
      'longer than 128',
    ],
    ['a workbook', 'PK\u0003\u0004 and so on', 400, 'This is a workbook'],
    ['half of UTF-16', Buffer.from([0xff, 0xfe, 0x41]), 400, 'not a CSV in UTF-8'],
    ['UTF-16 of no known order', Buffer.from(csvOf('a,b,c'), 'utf16le'), 400, 'not a CSV in UTF-8'],
    ['a program', Uint8Array.of(0x4d, 0x5a, 0x90, 0, 3), 400, 'not a CSV in UTF-8'],
    ['a row of commas', csvOf(',', ','.repeat(200)), 400, 'Line 3 has more than 200 cells'],
    ['a heading of semicolons', ';'.repeat(300_000), 400, 'Line 1 has more than 200 cells'],
    ['empty lines', csvOf('\n'.repeat(100_000)), 400, 'has more than 100,000 lines'],
    ['11 MB', new Uint8Array(11 * 1024 * 1024).fill(65), 413, 'larger than 10 MB'],
  ])('refuses %s at its field', async (_, file, status, words) => {
    const { browser } = await signedIn()
    const answer = await upload(browser, file)
    expect(answer.status).toBe(status)
    expect(answer.text).toMatch(new RegExp(`id="import-form-file-error"[^]{0,200}${words}`))
  })

  test('refuses a file of another kind at the import, too, without an error in the log', async () => {
    const { app, browser } = await signedIn()
    expect((await upload(browser, 'PK\u0003\u0004', { action: 'import' })).status).toBe(400)
    expect(app.logged().filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })
})
