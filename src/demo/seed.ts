import { and, isNotNull } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { readFact, storeFact } from '#db/schema/installation.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin, Applicant } from '#src/domain/actor.ts'
import { createDraft } from '#src/domain/applications/drafts.ts'
import { withImage } from '#src/domain/applications/draw-signature.ts'
import { removeIdleDrafts } from '#src/domain/applications/idle.ts'
import { dateIn, days, hours, minutes, seconds, startOfDay } from '#src/domain/calendar.ts'
import { sealNextDocument } from '#src/domain/documents/document-queue.ts'
import { isEmail } from '#src/domain/jobs/jobs.ts'
import { approveApplication, rejectApplication } from '#src/domain/review/decide.ts'
import { submitApplication } from '#src/domain/signing/submit.ts'
import { approval } from '#src/forms/admin/review-forms.ts'
import { businessTypes } from '#src/forms/fields/fields.ts'
import { saveSchema } from '#src/forms/registration/save.ts'
import { hashToken } from '#src/security/tokens.ts'

const span = days(14 * 30)

const all = 220

export async function seedApplications(deps: Deps, admin: Admin, count = all) {
  const first = nextNumber(deps)
  if (first > count) return
  const random = randomFrom(6 + first)
  const end = deps.now() - hours(1)
  const created = creationTimes(deps, random, { first, count, end })
  // applications and decisions are made in the order of their times, as in real use
  const due: Due[] = []
  let signedAt = 0
  for (let number = first; number <= count; number += 1) {
    // the number is stored before the work, because a missing sample does less harm than a duplicate
    storeFact(deps.db, note, number + 1)
    const createdAt = created[number - first] ?? end
    decideDue(deps, due, { from: signedAt, until: createdAt })
    signedAt = createdAt + toSign
    const age = end - createdAt
    const id = await apply({ ...deps, now: () => createdAt }, number, random() < stopsHalfWay(age))
    const waits = age < days(30) && random() < 0.4
    const decidedAt = inOfficeHours(deps, createdAt + days(3), end, random())
    const luck = random()
    if (id && !waits && decidedAt > createdAt + hours(1))
      due.push({ at: decidedAt, act: (deps) => decide(deps, admin, id, number, luck) })
  }
  decideDue(deps, due, { from: signedAt, until: deps.now() })
  await removeIdleDrafts(deps)
  // hundreds of sample documents take minutes, and no email should wait for them
  deps.db.orm
    .update(jobs)
    .set({ document: null })
    .where(and(isEmail, isNotNull(jobs.document)))
    .run()
}

type Due = { at: number; act: (deps: Deps) => void }

/** The time from filling in the first section to the signature. */
const toSign = minutes(25)

type Plan = { first: number; count: number; end: number }

/** Returns the times oldest first, with enough time for each application to be signed before the next begins. */
function creationTimes(deps: Deps, random: () => number, { first, count, end }: Plan): number[] {
  const times = Array.from({ length: count - first + 1 }, (_, index) => {
    const about = end - span * (1 - (first + index) / count) ** 1.5 - random() * hours(20)
    return inOfficeHours(deps, about, end, random())
  }).sort((a, b) => a - b)
  for (let at = times.length - 2; at >= 0; at -= 1)
    times[at] = Math.min(times[at] ?? end, (times[at + 1] ?? end) - toSign - minutes(1))
  return times
}

/**
 * Makes the decisions that are due. A decision between the first section and the signature of another application is
 * moved after the signature.
 */
function decideDue(deps: Deps, due: Due[], { from, until }: { from: number; until: number }) {
  due.sort((a, b) => b.at - a.at)
  for (let next = due.at(-1); next && next.at < until; next = due.at(-1)) {
    const at = Math.max(next.at, from)
    next.act({ ...deps, now: () => at })
    due.pop()
  }
}

const pace = seconds(4)

/**
 * Makes the documents of undecided samples at once and spaces the others, so that users do not wait for their own
 * documents. On a busy machine `again` has to space them again.
 */
export async function makeFirstDocuments(deps: Deps) {
  const startedAt = deps.now()
  deps.db.sqlite.exec(
    `update jobs set state = 'sent' where queue = 'email' and application in
     (select id from applications where status <> 'submitted')`,
  )
  spaceDocuments(deps, startedAt, startedAt + hours(1))
  while (await sealNextDocument(deps, 0)) {}
  spaceDocuments(deps, startedAt, startedAt)
  return { again: () => spaceDocuments(deps, startedAt, deps.now()), every: 2 * pace }
}

const spaceDocuments = ({ db }: Deps, startedAt: number, from: number) =>
  db.sqlite.exec(
    `update jobs set next_at = ${from} + place * ${pace}
     from (select jobs.id as waiting, row_number() over (order by seq desc, jobs.id) as place
       from jobs join applications on applications.id = jobs.application
       where queue = 'document' and state = 'waiting' and jobs.created_at <= ${startedAt} and status <> 'submitted')
     where id = waiting`,
  )

export const lacksSamples = (deps: Store) => nextNumber(deps) <= all

const note = 'sample-data'

function nextNumber({ db }: Store): number {
  const next = readFact<number>(db, note)
  if (next) return next
  return db.orm.select().from(applications).get() ? Number.POSITIVE_INFINITY : 1
}

function inOfficeHours(
  { env }: Pick<Deps, 'env'>,
  about: number,
  latest: number,
  luck: number,
): number {
  const day = dateIn(env.APP_TIMEZONE, about)
  const at = startOfDay(env.APP_TIMEZONE, day) + hours(9) + Math.round(luck * hours(8))
  return at > latest || isWeekend(day) ? inOfficeHours({ env }, about - days(1), latest, luck) : at
}

const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay())

/**
 * Returns the share of applications that stop half-way. No such draft is 10 to 30 days old, because the clean-up
 * would soon remove it.
 */
function stopsHalfWay(age: number): number {
  if (age < days(10)) return 0.4
  return age < days(31) ? 0 : 0.2
}

async function apply(deps: Deps, number: number, stops: boolean): Promise<string | null> {
  const { sections } = sampleAnswers(number)
  const actor: Applicant = {
    kind: 'applicant',
    tokenHash: null,
    address: '192.0.2.10',
    agent: 'Sample data',
  }
  const upTo = stops ? 1 + (number % 4) : 4
  const answers = Object.fromEntries(
    Object.entries(sections).filter(([section]) => Number(section) <= upTo),
  )
  const first = saveSchema.parse({ ...answers, currentSection: upTo })
  const later = deps.now() + toSign
  const final = saveSchema.parse({
    5: { ...sections[5], agreementDate: dateIn(deps.env.APP_TIMEZONE, later) },
    status: 'submitted',
  })
  // the image is drawn first, because an old draft could be cleaned up while it waits for its signature
  const signedSave = stops ? null : await withImage(deps, final, null, actor.address)
  const { application, token } = createDraft(deps, actor, first, { token: null, retry: null })
  if (!signedSave) return null
  const signer = { ...actor, tokenHash: token && hashToken(token) }
  submitApplication({ ...deps, now: () => later }, signer, application.id, signedSave)
  return application.id
}

function decide(deps: Deps, admin: Admin, id: string, number: number, luck: number) {
  const customerCode = `SAM${String(number).padStart(3, '0')}`
  if (luck < 0.85) approveApplication(deps, admin, id, approval.parse({ customerCode }))
  else
    rejectApplication(
      deps,
      admin,
      id,
      luck < 0.95 ? 'The trade references were not received.' : null,
    )
}

const list = (words: string) => words.split(/,\s+/)

const places = list(
  `Kennet, Severn, Pennine, Fenland, Solway, Chiltern, Mersey, Tamar, Wolds, Orkney, Cotswold, Mendip, Teviot, Wensley, Exmoor,
  Malvern, Humber, Ardmore, Lomond, Quantock`,
)
const trades = list(
  `Calibration, Instruments, Test Systems, Electronics, Metrology, Avionics, Process Control, Power Services, Automation,
  Hydraulics, Laboratories, Precision, Marine, Rail Services, Sensors, Controls, Technical Sales`,
)
const first = list(
  'Priya, Tomasz, Siân, Dele, Łukasz, Aoife, Ravi, Zoë, Γιώργος, Oksana, Marek, Ffion',
)
const last = list(
  'Nair, Żółć, O’Connor, Adeyemi, Nowak, Byrne, Patel, Müller, Παππάς, Коваль, Bianchi, Hughes',
)
const roads = list(
  'Station Road, Foundry Lane, Meridian Way, Gauge Street, Harbour View, Dial Close',
)
const towns = [
  ['Reading', 'RG1 2AB', '0118 496 0'],
  ['Bristol', 'BS1 4ND', '0117 496 0'],
  ['Leeds', 'LS1 5AZ', '0113 496 0'],
  ['Sheffield', 'S3 8GG', '0114 496 0'],
  ['Glasgow', 'G2 8DL', '0141 496 0'],
  ['Cardiff', 'CF10 1EP', '029 2018 0'],
  ['Manchester', 'M4 5JD', '0161 496 0'],
] as const

export function sampleAnswers(number: number) {
  const random = randomFrom(number + 1)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const type = random() < 0.7 ? businessTypes[1] : pick(businessTypes)
  // 340 and 101 have no common factor, so each number gets its own pair of names
  const place = (number * 101) % (places.length * trades.length)
  const firm = `${places[place % places.length]} ${trades[Math.floor(place / places.length)]}`
  const name = [firm, endings[type]].filter(Boolean).join(' ')
  const domain = `${firm.toLowerCase().replaceAll(' ', '')}.example`
  const [town, postCode, exchange] = pick(towns)
  const address = `${1 + Math.floor(random() * 90)} ${pick(roads)}\n${town}`
  const person = () => `${pick(first)} ${pick(last)}`
  let lines = number * 4
  const line = () => String((lines++ * 389) % 1000).padStart(3, '0')
  const phone = () => `${exchange}${line()}`
  const mobile = () => `07700 900${String(Math.floor(random() * 1000)).padStart(3, '0')}`
  const signer = person()
  const isRegistered = random() < 0.85
  const vat = vatDigits(String(1_000_000 + Math.floor(random() * 8_999_999)), number % 37 === 31)
  const yearStarted =
    type === 'LLP' ? 2001 + Math.floor(random() * 23) : 1980 + Math.floor(random() * 44)
  const month = `${yearStarted}-0${1 + Math.floor(random() * 9)}`
  const incorporated = [12, 13, 14].map((day) => `${month}-${day}`).find((day) => !isWeekend(day))
  return {
    signer,
    sections: {
      1: {
        accountType: random() < 0.75 ? 'credit' : 'cash',
        businessName: name,
        businessAddress: address,
        postCode,
        telephone: phone(),
        mainEmail: `accounts@${domain}`,
        mobile: mobile(),
        coRegistration:
          type === 'LLP'
            ? `OC${300_000 + number * 7 + (yearStarted - 2001) * 5000}`
            : type === 'PLC' || type === 'Private Ltd Co.'
              ? companyNumber(yearStarted, random())
              : 'Not registered',
        dateIncorporation: incorporated,
        vatNo: isRegistered ? `GB ${vat}` : 'Not registered',
        eoriNumber: isRegistered && random() < 0.7 ? `GB${vat}000` : 'Not registered',
        businessEstablished: String(
          yearStarted - (number % 29 === 3 ? 12 : Math.floor(random() * 2)),
        ),
        businessTypes: random() < 0.1 ? [type, 'Other'] : [type],
      },
      2: {
        directors: Array.from({ length: 1 + Math.floor(random() * 3) }, (_, at) => ({
          name: at === 0 ? signer : person(),
          position: at === 0 ? 'Managing Director' : 'Director',
        })),
      },
      3: {
        accountsContact: person(),
        invoiceAddress: address,
        invoicePostCode: postCode,
        accountsTelephone: phone(),
        invoiceEmail: `invoices@${domain}`,
        financialEmail: `finance@${domain}`,
        invoiceQueriesEmail: `queries@${domain}`,
        poMandatory: random() < 0.5,
      },
      4: {
        buyerName: person(),
        buyerEmail: `buying@${domain}`,
        buyerTelephone: phone(),
        buyerMobile: mobile(),
      },
      5: {
        siteContact: person(),
        deliveryAddress: `Goods in, ${address}`,
        deliveryPostCode: postCode,
        deliveryTelephone: phone(),
        deliveryEmail: `goodsin@${domain}`,
        deliveryMobile: mobile(),
        typedName: signer,
        position: 'Managing Director',
      },
    },
  }
}

const endings: Record<string, string> = { PLC: 'plc', LLP: 'LLP', 'Private Ltd Co.': 'Ltd' }

function companyNumber(year: number, luck: number): string {
  const since = year + luck
  const count =
    since < 2000 ? 1_500_000 + (since - 1980) * 120_000 : 3_900_000 + (since - 2000) * 480_000
  return String(Math.floor(count)).padStart(8, '0')
}

function vatDigits(seven: string, mistyped: boolean): string {
  const sum = [...seven].reduce((total, digit, at) => total + Number(digit) * (8 - at), 0)
  return `${seven}${String(97 - ((sum + (mistyped ? 1 : 0)) % 97)).padStart(2, '0')}`
}

/** Returns random numbers from a seed by the algorithm mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
