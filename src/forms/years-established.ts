import { lengths } from './fields/field.ts'

/**
 * Returns whether the business has been at its address for less than two years, or its age cannot be read. `today` is
 * `YYYY-MM-DD`.
 */
export function previousAddressNeeded(businessEstablished: string, today: string): boolean {
  const years = yearsEstablished(businessEstablished, today)
  return years === null || years < enough
}

/**
 * Returns the age in years. It is counted from years of four digits, else added up from numbers with units, else read
 * from a bare number. Returns `null` when there is no number, or when it is doubtful whether the answer means at
 * least two years.
 */
export function yearsEstablished(businessEstablished: string, today: string): number | null {
  const text = inDigits(businessEstablished)
  const dated = agesOfYears(text, today)
  const timed = timesIn(text)
  const readings =
    dated.length + timed.length > 0 ? [...dated, ...timed] : plainNumbers(text, today)
  const [years, ...others] = readings.map((reading) => weighed(reading, text))
  if (years === undefined || years === null) return null
  const agree = others.every((other) => other !== null && other < enough === years < enough)
  return agree ? years : null
}

const enough = 2

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const numberWord = new RegExp(
  `\\b(?:(${ones.join('|')})|(${tens.join('|')})(?:[ -](${ones.slice(1, 10).join('|')}))?)(?![a-z])`,
  'g',
)

const fractions: Record<string, number> = { '¼': 0.25, '½': 0.5, '¾': 0.75 }

/** Returns the answer in lower case, with plain punctuation, and with digits in place of words and fractions. */
function inDigits(answer: string): string {
  return (
    answer
      // the form refuses longer answers, and composing them would take long
      .slice(0, lengths.line)
      .replace(/(\d*)\s*([¼½¾])/g, (_, whole, part) => ` ${Number(whole) + (fractions[part] ?? 0)}`)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/[\u2018\u2019]/g, "'")
      .replace(/\s+/g, ' ')
      .replace(/(?<![\d.,])'?(?=[3-9]0'?s\b)/g, '19')
      .replace(numberWord, (_, alone, ten, unit = 'zero') =>
        String(alone ? ones.indexOf(alone) : (tens.indexOf(ten) + 2) * 10 + ones.indexOf(unit)),
      )
      .replace(/\b(?:(?:a|1) )?dozen\b/g, '12')
      .replace(/\b(?:a )?couple(?: of)?\b/g, 'about 2')
      .replace(/\b(first|second|third)(?= (?:\w+ )?year\b)/g, (word) => ordinals[word] ?? word)
      .replace(/(?<![\d.,])(\d{1,2})[,·](\d{1,2})(?![\d.,])/g, '$1.$2')
      .replace(/(?<![\d/.-])(?:(\d+)[ -])?([13])\/([24])(?![\d/])/g, (_, whole, part, of) =>
        String(Number(whole ?? 0) + part / of),
      )
      .replace(/\b(\d+) and (?:an? |1 )?half\b/g, '$1.5')
      .replace(
        /\ban? (?=half\b|(?:\w+ )?(?:year|yr|month|week|day|quarter|decade|century)\b)/g,
        '1 ',
      )
      .replace(/\b(?:1 )?half (?:of )?(?:an? |1 )?(?=year|yr|decade)/g, '0.5 ')
      .replace(/\b(\d+)( ?(?:years?|yrs?)) and (?:an? |1 )?half\b/g, '$1.5$2')
      .replace(/ and (?:an? )?(?:bit|little|some(?:thing)?)\b/g, '')
      .replace(/\b(?:not?|never) (?:less|fewer|under|below)(?: than)?\b/g, 'at least')
      // separates 1y6m
      .replace(/(\d ?(?:y|yrs?|years?))(?=\d)/g, '$1 ')
  )
}

const ordinals: Record<string, string> = { first: '1st', second: '2nd', third: '3rd' }

const units: [name: string, perYear: number][] = [
  ['centur(?:y|ies)', 0.01],
  ['decades?', 0.1],
  ["y(?:(?:ea)?rs?)?(?:'s?)?", 1],
  ['quarters?|qtrs?', 4],
  ["m(?:(?:on|n)?ths?|os?)?(?:'s?)?", 12],
  ['fortnights?', 26],
  ["w(?:(?:ee)?ks?)?(?:'s?)?", 52],
  ["d(?:ays?)?(?:'s?)?", 365],
]

const unit = `(?:${units.map(([name]) => name).join('|')})(?![a-z])`
const number = String.raw`\d+(?:\.\d+)?`
const between = String.raw`(?:[ -]|\+|\(|plus|or more|or so|odd|ish|full|whole|good|long|solid|complete|trading|calendar|financial)*`

/** Matches text such as "2 years", "18months", "1 to 2 full years" and "2nd year". */
const timePattern = new RegExp(
  `(?<![\\d./':a-z])(${number})(?:(st|nd|rd|th)| ?(?:-|to|or|and) ?(${number}))?${between}(${unit})`,
  'g',
)

/** Returns the times in years. A smaller unit right after a larger unit is added to it. */
function timesIn(text: string): number[] {
  const times: number[] = []
  let [end, lastUnit] = [0, 0]
  for (const match of text.matchAll(timePattern)) {
    const [whole, least = '', isOrdinal, most = least, name = ''] = match
    const perYear = units.find(([pattern]) => new RegExp(`^(?:${pattern})$`).test(name))?.[1] ?? 1
    const count = Math.min(Number(least), Number(most)) - (isOrdinal ? 1 : 0)
    const gap = text.slice(end, match.index)
    if (perYear > lastUnit && lastUnit > 0 && /^[ ,.&+]*(?:and|plus)?[ ,]*$/.test(gap))
      times.push((times.pop() ?? 0) + count / perYear)
    else times.push(count / perYear)
    end = match.index + whole.length
    lastUnit = perYear
  }
  return times
}

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Gives the last month of each part of a year. */
const partsOfYear: [RegExp, number][] = [
  [/q1|early|start|beginning/, 3],
  [/spring/, 5],
  [/q2|h1|mid|first half/, 6],
  [/summer/, 8],
  [/q3/, 9],
  [/autumn|fall/, 11],
  [/q4|h2|late|end|winter|christmas|xmas|second half/, 12],
]

const monthWord =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const partWord =
  '(?:[qh][1-4]|early|start|beginning|mid|late|end|spring|summer|autumn|fall|winter|christmas|xmas|first half|second half)'

const yearPattern = new RegExp(
  `(?<!\\d)((?:1[5-9]|20)\\d{2})('?s(?![a-z]))?(?!\\d)(?! ?${unit})`,
  'g',
)

/** Returns the ages in whole years. A bare year is subtracted, while a month or day is counted exactly. */
function agesOfYears(text: string, today: string): number[] {
  const ages: number[] = []
  for (const match of text.matchAll(yearPattern)) {
    const year = Number(match[1])
    const before = text.slice(0, match.index)
    const after = text.slice(match.index + match[0].length)
    const thisYear = Number(today.slice(0, 4))
    // such as "1998 to now"
    if (year === thisYear && ages.length > 0 && /(?:[-/]|\bto|until|till) ?$/.test(before)) continue
    const next = /^ ?[-/] ?(\d{2})(?!\d| ?[-/.])/.exec(after)?.[1]
    if (match[2]) ages.push(Math.max(0, thisYear - year - 9))
    else if (Number(next) === (year + 1) % 100) ages.push(thisYear - year, thisYear - year - 1)
    else ages.push(ageAt(year, dayAround(before, after), today))
  }
  return ages
}

type Day = { month: number; day: number | null }

function ageAt(year: number, at: Day | null, today: string): number {
  const [thisYear = 0, thisMonth = 0, thisDay = 0] = today.split('-').map(Number)
  const age = thisYear - year
  if (!at) return age
  const { month, day } = at
  // the business started at an unknown day of this month
  if (age === 0 && month >= thisMonth && day === null) return 0
  const isLater = month > thisMonth || (month === thisMonth && (day ?? 31) > thisDay)
  return isLater ? age - 1 : age
}

/**
 * Reads the month and day beside a year, such as "12/", "3 March", "Q4 of" or "-06-30". The day comes before the
 * month, as usual in the UK.
 */
function dayAround(before: string, after: string): Day | null {
  const numbers = /(?<!\d)(?:(\d{1,2}) ?[./-] ?)?(\d{1,2}) ?[./-] ?$/.exec(before)
  if (numbers) {
    const [first, second] = [numbers[1], numbers[2]].map((part) => part && Number(part))
    const [day, month] = Number(second) > 12 ? [second, first] : [first, second]
    return dayOf(Number(month), day ? Number(day) : null)
  }
  const iso = /^[./-](\d{1,2})(?:[./-](\d{1,2}))?(?!\d)/.exec(after)
  if (iso) return dayOf(Number(iso[1]), iso[2] ? Number(iso[2]) : null)
  const words = new RegExp(
    `(?:(\\d{1,2})(?:st|nd|rd|th)?(?: of)? )?\\b(${monthWord}|${partWord})[., '-]*(?:(\\d{1,2})(?:st|nd|rd|th)?,? )?(?:of |in )?(?:the )?(?:year )?$`,
  ).exec(before)
  const word = words?.[2] ?? new RegExp(`^[ ,/-]*(${monthWord}|${partWord})\\b`).exec(after)?.[1]
  if (!word) return null
  const month = monthNames.indexOf(word.slice(0, 3)) + 1
  const day = Number(words?.[1] ?? words?.[3] ?? 0) || null
  return month > 0 && new RegExp(`^${monthWord}$`).test(word)
    ? dayOf(month, day)
    : { month: partsOfYear.find(([part]) => part.test(word))?.[1] ?? 12, day: null }
}

const dayOf = (month: number, day: number | null): Day | null =>
  month >= 1 && month <= 12 ? { month, day: day !== null && day <= 31 ? day : null } : null

/** Words that may precede a year of two digits. */
const sinceWord =
  "(?:since|est(?:ab(?:lished)?)?|founded|started|starting|began|begun|incorporated|formed|opened|launched|created|registered|from|in|on|by|until|till|of|fy|year|yr|')"

const plainNumber = new RegExp(
  `(?<![\\d./:])(${number})(?: ?(?:-|to|or|/) ?(${number}))?(?![\\d/:])`,
  'g',
)

const mayFollow =
  /^ ?(?:$|[^\p{L}\d ]|ish\b|plus|or|and|so|approx|about|circa|now|in|total|trading|at|as|since|under|below|nearly|almost|max|min(?:imum)?\b|more|less|here|with|but|not|if|maybe|perhaps|soon|ago|roughly|just|tops|going|coming|yet|give)/u

/** A larger number is a date without separators, such as 01122024. Calendar years have been read before. */
const mostYears = 99_999

/** Reads numbers without a unit. Skips those that could be a date or have an unknown unit. */
function plainNumbers(text: string, today: string): number[] {
  if (/hundred|thousand|month|week|quarter|\bday/.test(text)) return []
  if (
    new RegExp(`\\b${monthWord}\\b|\\b${partWord}\\b|\\b${sinceWord}[ .:,-]*'?\\d|'\\d`).test(text)
  )
    return []
  const numbers: number[] = []
  for (const match of text.matchAll(plainNumber)) {
    const [whole, one = '', other = one] = match
    const after = text.slice(match.index + whole.length)
    if (/[a-z]$/.test(text.slice(0, match.index)) || !mayFollow.test(after)) return []
    if (mayBeMonth(one, other, today)) return []
    if (Math.max(Number(one), Number(other)) > mostYears) return []
    numbers.push(Math.min(Number(one), Number(other)))
  }
  return /\d[ .,]*-?\d*[/:]|\d ?\. ?\d+ ?\./.test(text) ? [] : numbers
}

/**
 * Returns whether the numbers may be a month and year, such as 06-25 or 12.24. In contrast, 2-3 and 10-15 are ranges,
 * and 2.5 and 2.50 are decimal numbers.
 */
function mayBeMonth(one: string, other: string, today: string): boolean {
  const thisYear = Number(today.slice(2, 4))
  if (one !== other)
    return one.startsWith('0') || other.startsWith('0') || Number(other) >= thisYear - enough
  const [month, year = ''] = one.split('.')
  return year.length === 2 && Number(month) <= 12 && Math.abs(thisYear - Number(year)) <= enough
}

const nextNumber = String.raw`[ :]*(?:\(|the )?(?:last |past |first )?\d`

/** Matches words for any amount below the number, so that even a large number proves nothing. */
const below = new RegExp(
  `[<≤]|\\b(?:less|fewer|lower|smaller|shorter|earlier) than\\b|\\b(?:under|below|sub|inside|within|up to)[ -]*${nextNumber}|\\bor (?:less|under|below|fewer)\\b|\\b(?:at most|at the most|max(?:imum)?|tops|limit|(?:not?|never) (?:more|over|above|longer|exceeding|older)(?: than)?)\\b`,
)

/** Matches words for an amount close to the number or slightly below it. */
const near =
  /[~≈?]|ish\b|\b(?:nearly|almost|approx\w*|about|around|roughly|circa|c\.? ?(?=\d)|or so|more or less|give or take|close|near|nearing|short of|shy|coming up|going on|getting on|approaching|hardly|barely|maybe|perhaps|possibly|probably|think|guess|soon|next|will be|to be|minus|less|bar|not|last|past|after|later)\b|n't\b/

const nearness = 0.95

function weighed(years: number, text: string): number | null {
  if (below.test(text)) return years <= enough ? years * nearness : null
  return near.test(text) || isNamedMonth(text) ? years * nearness : years
}

/** Matches answers such as "2 years in March": the two years are not over yet. */
const isNamedMonth = (text: string) =>
  new RegExp(`\\b${monthWord}\\b`).test(text) && !new RegExp(yearPattern).test(text)
