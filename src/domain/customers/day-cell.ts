/**
 * Returns a day in ISO 8601 if the text can only mean one day, otherwise the text unchanged. The day comes before the
 * month, as in Britain.
 */
export function readDay(cell: string): string {
  const text = cell.trim().replace(midnight, '')
  for (const form of forms) {
    const { year, month = '', day = '' } = form.exec(text)?.groups ?? {}
    const number = /^\d/.test(month) ? Number(month) : monthNamed(month)
    if (year && number) return [year, twoDigits(number), twoDigits(Number(day))].join('-')
  }
  return text
}

/** Matches the time that a spreadsheet writes after a day. */
const midnight = /(?:T|\s+)0?0:00(?::00(?:\.0+)?)?Z?$/i

const forms = [
  /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})([-/.])(?<month>\d{1,2})\2(?<year>\d{4})$/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[-/. ]+(?<month>[a-z]{3,9})\.?,?[-/. ]+(?<year>\d{4})$/i,
  /^(?<month>[a-z]{3,9})\.?[-/. ]+(?<day>\d{1,2})(?:st|nd|rd|th)?,?[-/. ]+(?<year>\d{4})$/i,
  /^(?<year>\d{4})[-/. ]+(?<month>[a-z]{3,9})\.?[-/. ]+(?<day>\d{1,2})$/i,
]

const names = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
]

/** Returns the number of a month, or 0 for none. "Mar" and "Sept" count too. */
const monthNamed = (word: string) =>
  word.length < 3 ? 0 : names.findIndex((name) => name.startsWith(word.toLowerCase())) + 1

const twoDigits = (number: number) => String(number).padStart(2, '0')
