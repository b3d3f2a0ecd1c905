import { cardLabel } from '#src/forms/admin/record-cards.ts'
import { type FieldName, fieldNames, fields } from '#src/forms/fields/fields.ts'

/** A column of the file: a field of the form, the customer code, or the directors. */
export type ColumnName = FieldName | 'customerCode' | 'directors'

export type Column = { name: ColumnName; heading: string; required: boolean; holds: string }

export const importLimits = { rows: 10_000, bytes: 10 * 1024 * 1024 } as const

const required: ColumnName[] = ['customerCode', 'businessName', 'mainEmail']

/** How a value is written where that is not plain. */
const written: Partial<Record<ColumnName, string>> = {
  customerCode: 'The code that orders are placed under, at most 50 characters',
  mainEmail: 'The customer signs in with it; each address once',
  accountType: 'credit or cash; credit when it is empty',
  businessTypes:
    'One or more of PLC, Private Ltd Co., Sole Trader, Partnership, LLP, Other, separated by |',
  dateIncorporation: 'As 2009-03-31 or 31/03/2009',
  poMandatory: 'yes or no',
  directors: 'As Ann Smith (Director) | Bo Jones (Secretary)',
}

/** Every column that a file may have, in the order of the template. */
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

/** The column that a heading names, by its label or its name in the API, without regard to case and spaces. */
export const columnOf = (heading: string): Column | undefined => byHeading.get(bare(heading))

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const byHeading = new Map(
  columns.flatMap((column) => [
    [bare(column.name), column],
    [bare(column.heading), column],
  ]),
)

function column(name: ColumnName, heading: string): Column {
  return { name, heading, required: required.includes(name), holds: written[name] ?? '' }
}
