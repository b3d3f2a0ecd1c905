import { cardLabel } from '#src/forms/admin/record-cards.ts'
import { businessTypes, type FieldName, fieldNames, fields } from '#src/forms/fields/fields.ts'

type ColumnName = FieldName | 'customerCode' | 'directors'

export type Column = { name: ColumnName; heading: string; required: boolean; holds: string }

export const importLimits = { rows: 10_000, bytes: 10 * 1024 * 1024 } as const

const required: ColumnName[] = ['customerCode', 'businessName', 'mainEmail']

const formats: Partial<Record<ColumnName, string>> = {
  customerCode: 'The code that orders are placed under, at most 50 characters',
  mainEmail: 'The customer signs in with it. Each address can occur once',
  accountType: 'credit or cash; credit when it is empty',
  businessTypes: `One or more of ${businessTypes.join(', ')}, separated by |`,
  dateIncorporation: 'As 2009-03-31, 31/03/2009 or 31 Mar 2009',
  poMandatory: 'yes or no',
  directors:
    'As Ann Smith (Director) | Bo Jones (Secretary); a backslash before | ( or ) makes it part of a name',
}

export const columns: readonly Column[] = [
  column('customerCode', 'Customer code'),
  ...fieldNames
    .filter((name) => !fields[name].signed && fields[name].type !== 'signature')
    .map((name) => column(name, cardLabel(name))),
  column('directors', 'Directors'),
]

export const requiredColumns = columns.filter(({ required }) => required)

export const columnHeading = (name: string) =>
  columns.find((column) => column.name === name)?.heading ?? name

/** Finds a column by its label or API name, in any case and spacing. */
export const columnOf = (heading: string): Column | undefined => byHeading.get(bare(heading))

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const byHeading = new Map(
  columns.flatMap((column) => [
    [bare(column.name), column],
    [bare(column.heading), column],
  ]),
)

function column(name: ColumnName, heading: string): Column {
  return { name, heading, required: required.includes(name), holds: formats[name] ?? '' }
}

/** `field` is `null` for a fault of the whole row. */
export type LineFault = { line: number; field: string | null; message: string }

/** `imported` is `null` when the file was only checked. */
export type ImportReport = {
  fileName: string
  rows: number
  good: number
  imported: number | null
  faults: LineFault[]
}

/** A row with a note is imported all the same. */
const note = 'Note: '

export const isNote = (message: string) => message.startsWith(note)

/** These texts never repeat the contents of a cell, because faults outlive an erasure. */
export const importTexts = {
  none: 'Choose a file first',
  several: 'Choose one file',
  tooLarge: 'The file is larger than 10 MB. Split it into several files.',
  workbook: 'This is a workbook, not a CSV. Save it as "CSV UTF-8" and choose that file.',
  noText:
    'This is not a CSV in UTF-8 or Windows-1252. Save it as "CSV UTF-8" and choose that file.',
  empty: 'The file has no rows below its heading',
  noHeading: (missing: string[]) =>
    `The first line must be the heading. These columns are missing: ${missing.join(', ')}.`,
  headingTwice: (heading: string) => `The heading has the column ${heading} twice`,
  tooManyRows: 'The file has more than 10,000 rows. Split it into several files.',
  unreadable:
    'From this line on the file cannot be read: a quotation mark is missing or in the wrong place, or the row is longer than 128 KB. Nothing can be imported until this is fixed.',
  unreadableHeading:
    'The first line cannot be read: a quotation mark is missing or in the wrong place, or the line is longer than 128 KB.',
  unreadableQueue:
    'Another version has queued some of the rows, and this one cannot read them. Import the file again: customers who are here already are left out.',
  tooManyCells: (line: number) =>
    `Line ${line} has more than 200 cells. Leave out the columns that are not needed.`,
  tooManyLines:
    'The file has more than 100,000 lines. Delete the empty ones, or split it into several files.',
  windows1252: `${note}The file is not UTF-8. It was read as Windows-1252, so check letters with accents.`,
  unknownColumn: (heading: string) => `${note}The column ${heading} is unknown and is left out`,
  exportColumns: (headings: string[]) =>
    `${note}These columns of the export are left out: ${headings.join(', ')}`,
  aboveHeading: `${note}The lines above the heading are left out`,
  notApproved: (status: string) =>
    `This row is for an application that is not approved (${status}), and is left out`,
  closed: 'This row is for an account that was closed, and is left out',
  errorWord: 'This is an error message of a spreadsheet, and the value is lost. Enter it again',
  serialDay:
    'This is the number by which a spreadsheet stores a date. Format the column as a date, such as 2009-03-31, and save the file again',
  roundedCode:
    'A spreadsheet has rounded this code to a number with an exponent, and its digits are lost. Format the column as text, and enter it again',
  rounded: `${note}This looks like a number that a spreadsheet has rounded, with an exponent. If its digits are lost, format the column as text and enter it again`,
  cutShort: `${note}The last digits of this number are zeros: a spreadsheet only keeps 15 digits, and may have lost the others`,
  fraction: `${note}A spreadsheet may have added the decimals of this number`,
  apostrophe: `${note}Spreadsheets put an apostrophe in front of text. It is stored as part of the value`,
  truthWord: `${note}Spreadsheets write yes or no like this. If the cell had something else, enter it again`,
  becameDay: `${note}This looks like a date. If the cell had a code or a number, a spreadsheet has turned it into a date: enter it again`,
  becameTime: `${note}This looks like a time of day. If the cell had a code or a number, a spreadsheet has turned it into a time: enter it again`,
  lostZeros: `${note}This number seems too short: a spreadsheet may have removed a zero from its front`,
  oneDirector: `${note}This was read as one director, because | separates several`,
  moreCells:
    'The row has more cells than the heading. Text with a separator in it needs quotation marks.',
  required: (heading: string) => `${heading} is required`,
  badDay: 'Write a date that exists, as 2009-03-31 or 31/03/2009',
  badAccountType: 'Write credit or cash',
  badBusinessTypes: `Write one or more of ${businessTypes.join(', ')}, separated by |`,
  code: 'Use 50 characters or fewer',
  erased: 'This customer was erased while the import was running',
  emailTwice: (line: number) => `Line ${line} has the same main email`,
  emailTaken: 'Another application or account here has this email address',
  codeTwice: (line: number) => `${note}Line ${line} has the same customer code`,
  codeTaken: `${note}Another customer here has this customer code`,
  numberTwice: (line: number) => `${note}Line ${line} has the same company number`,
  numberTaken: `${note}Another application here has this company number`,
  notStored: 'This row could not be stored. Send the file again later.',
  running: 'Another import is running. Wait until it has finished.',
} as const
