/** An import as the page shows it. */
export type ImportRecord = {
  id: number
  fileName: string
  by: string
  at: string
  state: 'checking' | 'checked' | 'importing' | 'finished' | 'cancelled'
  rows: number
  doneRows: number
  invitesCustomers: boolean
  /** Lines that cannot be imported, and the faults and notes of all lines. */
  lines: number
  faults: number
  notes: number
}

export type FaultRecord = { id: number; line: number; column: string; message: string }

/** A number with its noun: "1 row", "2,000 rows". */
export const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
