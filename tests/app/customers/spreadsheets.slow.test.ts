import { describe, expect, test } from 'vitest'
import { fieldNames, fields } from '#src/forms/fields/fields.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { testApp } from '../../support/app/test-app.ts'
import { csvOf, customerRows, heading } from '../../support/customer-files.ts'
import { customersOf, factIn, faultsIn, importFile, upload } from '../../support/customers.ts'

async function signedIn() {
  const app = testApp()
  return { app, browser: await adminBrowser(app) }
}

/** Returns what a check says about one row whose other cells are correct. */
async function faultsOf(column: string, cell: string) {
  const { browser } = await signedIn()
  const cells = { 'Customer code': 'C1', 'Business name': 'One Ltd', 'Main email': 'a@one.example' }
  const row = { ...cells, [column]: cell }
  const quoted = (texts: string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`).join()
  const checked = await upload(
    browser,
    `${quoted(Object.keys(row))}\n${quoted(Object.values(row))}`,
  )
  return { faults: faultsIn(checked), good: factIn(checked, 'Without a fault') }
}

describe('cells that a spreadsheet has changed', () => {
  test.each([
    ...[
      '#N/A',
      '#REF!',
      '#NAME?',
      '#VALUE!',
      '#DIV/0!',
      '#NULL!',
      '#NUM!',
      '#SPILL!',
      '#GETTING_DATA',
      '#LOADING...',
    ],
    ...[
      '#BEZUG!',
      '#WERT!',
      '#NV',
      '#ZAHL!',
      '#ÜBERLAUF!',
      '#¡REF!',
      '#¿NOMBRE?',
      '#N/D',
      '#NOM?',
      '#Н/Д',
    ],
    ...['#VERW!', '#DIVISION/0!', 'Err:502', '#####', ' #N/A '],
  ])('refuses a spreadsheet’s error message: %s', async (word) => {
    for (const column of ['Customer code', 'VAT number', 'Date of incorporation', 'Business types'])
      expect(await faultsOf(column, word)).toEqual({
        faults: [expect.stringMatching(`^2 ${column}: This is an error message`)],
        good: '0',
      })
    expect((await faultsOf('Directors', `Ann Smith | ${word}`)).good).toBe('0')
  })

  test.each(['1E+05', '1.23E+06', '1,23E+06', '4.41134E+11', '1E-05', '1.E+05'])(
    'reports a rounded number as an error in a code, and elsewhere in a note: %s',
    async (number) => {
      expect(await faultsOf('Customer code', number)).toEqual({
        faults: [expect.stringContaining('Customer code: A spreadsheet has rounded this code')],
        good: '0',
      })
      expect(await faultsOf('Company registration number', number)).toEqual({
        faults: [expect.stringContaining('number: Note: This looks like a number that')],
        good: '1',
      })
    },
  )

  test.each([
    ['Customer code', '1E5', 'rounded'],
    ['Customer code', '12-Mar', 'into a date'],
    ['Customer code', 'Mär 12', 'into a date'],
    ['Customer code', '2. Mrz', 'into a date'],
    ['Customer code', 'Dez 12', 'into a date'],
    ['Company registration number', '12/03/2024', 'into a date'],
    ['Customer code', '2024-03-12 00:00:00', 'into a date'],
    ['Customer code', '12:30:00', 'into a time'],
    ['Company registration number', '1:05 PM', 'into a time'],
    ['VAT number', '123456789012345000', 'keeps 15 digits'],
    ['Customer code', '12345.0', 'decimals'],
    ['Customer code', "'00123", 'apostrophe'],
    ['Customer code', 'TRUE', 'yes or no'],
    ['Customer code', 'WAHR', 'yes or no'],
    ['Company registration number', '123456', 'zero from its front'],
    ['Telephone', '7700900123', 'zero from its front'],
    ['Directors', 'Ann Smith, Director; Bo Jones, Secretary', 'read as one director'],
  ])('adds a note to %s %s, which a spreadsheet may have changed', async (column, cell, words) => {
    expect(await faultsOf(column, cell)).toEqual({
      faults: [expect.stringMatching(`^2 ${column}: Note: .*${words}`)],
      good: '1',
    })
  })

  test('refuses a day that is written as a number of days', async () => {
    expect(await faultsOf('Date of incorporation', '44927')).toMatchObject({ good: '0' })
  })

  test.each([
    ['Customer code', 'E1000'],
    ['Customer code', 'MARCH1'],
    ['Customer code', '007-12'],
    ['Business name', '#1 Bakery'],
    ['Business name', 'N/A'],
    ['Business name', 'May & Sons'],
    ['Company registration number', '00123456'],
    ['Telephone', '0113 496 0000'],
    ['Telephone', "'+44 113 496 0000"],
    ['VAT number', 'GB123456789000'],
    ['Purchase order mandatory', 'TRUE'],
    ['Directors', "Mary O'Neil (Director) | Bo Jones"],
  ])('leaves %s %s alone', async (column, cell) => {
    expect(await faultsOf(column, cell)).toEqual({ faults: [], good: '1' })
  })
})

test.each([
  ['with marks around it', '"=""0012"""', '0012'],
  ['as it is', '="0012"', '0012'],
  ['with a separator and marks in it', '="A, ""B"""', 'A, "B"'],
])('reads a text that another program wrote as a formula as text: %s', async (_, cell, code) => {
  const { app, browser } = await signedIn()
  const file = `${heading}\n${cell},One Ltd,a@one.example\nC2,="Two Ltd",="b@two.example"`
  await importFile(app, browser, file)
  expect(customersOf(app)).toMatchObject([
    { customer_code: code },
    { customer_code: 'C2', business_name: 'Two Ltd', main_email: 'b@two.example' },
  ])
})

describe('a day of incorporation', () => {
  test.each([
    ...[
      '31-Dec-2020',
      '31/12/2020 00:00:00',
      '2020/12/31',
      '31.12.2020',
      '31-12-2020',
      '2020-12-31',
    ],
    ...[
      '2020-12-31 00:00:00',
      '2020-12-31T00:00:00Z',
      '31 December 2020',
      'Dec 31, 2020',
      '31st Dec. 2020',
    ],
  ])('accepts a day of incorporation that can be read in one way: %s', async (cell) => {
    const { app, browser } = await signedIn()
    const file = `${heading},Date of incorporation\nC1,One Ltd,a@one.example,"${cell}"`
    await importFile(app, browser, file)
    expect(customersOf(app)).toMatchObject([{ date_incorporation: '2020-12-31' }])
  })

  test.each([
    '31/12/20',
    '12/31/2020',
    '31-Smarch-2020',
    '2020',
    '31/12/2020 14:30',
    '30 Feb 2020',
    'Ma 1, 2009',
  ])(
    'refuses a day of incorporation that can be read in several ways or none: %s',
    async (cell) => {
      expect(await faultsOf('Date of incorporation', cell)).toEqual({
        faults: [expect.stringContaining('Write a date that exists')],
        good: '0',
      })
    },
  )
})

describe('the headings of a file of customers', () => {
  const rows = customerRows(2)
  const withMark = (mark: string) => [heading, ...rows].join('\n').replaceAll(',', mark)

  test.each([
    ['below sep=;', `sep=;\r\n${withMark(';')}`],
    ['below "sep=;" in quotation marks', `"sep=;"\n${withMark(';')}`],
    ['below a byte-order mark and sep=,', `\ufeffsep=,\n${withMark(',')}`],
    ['below sep= and a tab', `sep=\t\n${withMark('\t')}`],
    ['below sep=\\t', `sep=\\t\n${withMark('\t')}`],
    ['below sep=|', `SEP=|\n${withMark('|')}`],
  ])('finds the headings %s', async (_, file) => {
    const { browser } = await signedIn()
    const checked = await upload(browser, file)
    expect([faultsIn(checked), factIn(checked, 'Without a fault')]).toEqual([[], '2'])
  })

  test.each([
    ['below a title', `Our customers, as of March, 2026\n\n${withMark(';')}`, 3],
    ['below several titles and empty lines', `\n\nOne\n;;;\nTwo;three\n${withMark(';')}`, 6],
    ['below sep=; and a title', `sep=;\nOur customers\n${withMark(';')}`, 3],
  ])('finds the headings %s, and says in a note what is left out', async (_, file, line) => {
    const { browser } = await signedIn()
    const checked = await upload(browser, file)
    expect(faultsIn(checked)).toEqual([
      `${line} Whole row: Note: The lines above the heading are left out`,
    ])
    expect(factIn(checked, 'Without a fault')).toBe('2')
  })

  test('names the missing columns by the line that is most like a heading', async () => {
    const { browser } = await signedIn()
    const answer = await upload(browser, 'Our customers\nCustomer code;Business name\nC1;One Ltd')
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringMatching(/columns are missing: Main email\./),
    ])
  })
})

describe('the export of the dashboard goes back in', () => {
  const values = {
    businessName: "'=Sum; Ltd",
    siteContact: '=1+1',
    coRegistration: '00123456',
    telephone: '+44 113 496 0000',
    businessAddress: '-1 Mill Lane;\n\t=2 High Street\n"The @Yard"',
    accountsContact: '\'\'+Head; -of\\ | (accounts), "all"',
    vatNo: '@GB123456789',
    businessTypes: ['LLP', 'PLC'],
  }
  const directors = [
    { name: 'Ann; Smith, jr.', position: 'Director' },
    { name: 'Bo | Jones (Bo)', position: null },
    { name: "'-Cy \\ Ltd", position: '=Chair (acting), (2)' },
  ]

  async function exported(status: string) {
    const { app, browser } = await signedIn()
    await submit(app.browser(), { ...values, directors })
    app.deps.db.sqlite
      .prepare('update applications set customer_code = ?, status = ?')
      .run("'=00 1", status)
    const { text } = await browser.get('/api/applications/export')
    const [{ ...before } = {}] = customersOf(app)
    return { text, before, directors: app.dump().directors ?? [] }
  }

  test('imports the dashboard’s export with every value as it was', async () => {
    const { text, before, directors } = await exported('approved')
    const { app, browser } = await signedIn()
    const checked = await importFile(app, browser, text)
    expect(factIn(checked, 'Imported')).toBe('1 customer')
    const [after = {}] = customersOf(app)
    for (const name of ['customerCode', ...fieldNames.filter((name) => !fields[name].signed)]) {
      const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      expect([name, after[column]]).toEqual([name, before[column]])
    }
    const named = (rows: unknown[]) =>
      (rows as Record<string, unknown>[]).map(({ name, position }) => ({ name, position }))
    expect(named(app.dump().directors ?? [])).toEqual(named(directors))
    expect(faultsIn(checked).filter((fault) => fault.includes('are left out'))).toHaveLength(1)
  })

  test.each([
    ['submitted', 'Submitted'],
    ['rejected', 'Rejected'],
    ['draft', 'Draft'],
  ])('refuses a row of the dashboard’s export that is %s, and names it', async (status, label) => {
    const { text } = await exported(status)
    const { browser } = await signedIn()
    const checked = await upload(browser, text)
    expect(faultsIn(checked).slice(1)).toEqual([
      `2 Whole row: This row is for an application that is not approved (${label}), and is left out`,
    ])
  })

  test('ignores a column Status from another program', async () => {
    const { browser } = await signedIn()
    const file = `${heading},Status\n${customerRows(1)[0]},Rejected`
    expect(factIn(await upload(browser, file), 'Without a fault')).toBe('1')
  })
})

test('adds no note to a correct file', async () => {
  const { browser } = await signedIn()
  expect(faultsIn(await upload(browser, csvOf(...customerRows(3))))).toEqual([])
})
