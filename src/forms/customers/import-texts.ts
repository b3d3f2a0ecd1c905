/** What begins with it does not keep a row from being imported. */
const note = 'Note: '

export const isNote = (message: string) => message.startsWith(note)

/** What is wrong with a file or one of its rows; none repeats what a cell holds, because faults outlive an erasure. */
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
    'From this line on the file cannot be read: a quotation mark is missing or in the wrong place, or the row is longer than 128 KB. Nothing can be imported before that is mended.',
  unreadableHeading:
    'The first line cannot be read: a quotation mark is missing or in the wrong place, or the line is longer than 128 KB.',
  windows1252: `${note}The file is not UTF-8. It was read as Windows-1252, so check letters with accents.`,
  unknownColumn: (heading: string) => `${note}The column ${heading} is not known and is left out`,
  moreCells:
    'The row has more cells than the heading. Text with a separator in it needs quotation marks.',
  required: (heading: string) => `${heading} is required`,
  badDay: 'Write a date that exists, as 2009-03-31 or 31/03/2009',
  code: 'Use 50 characters or fewer',
  emailTwice: (line: number) => `The row of line ${line} has the same main email`,
  emailTaken: 'Another application or account here has this email address',
  codeTwice: (line: number) => `${note}The row of line ${line} has the same customer code`,
  codeTaken: `${note}Another customer here has this customer code`,
  numberTwice: (line: number) => `${note}The row of line ${line} has the same company number`,
  numberTaken: `${note}Another application here has this company number`,
  underWay: 'Another import is under way. Wait until it has finished.',
} as const
