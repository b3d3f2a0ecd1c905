import { z } from 'zod'
import type { RegisterRow } from '#db/schema/review.ts'
import type { Store } from '#src/deps.ts'
import { longDate } from '#src/forms/dates.ts'
import {
  askRegister,
  nameRow,
  optionalText,
  RegisterFailure,
  registerText,
  samePersonIn,
} from './register.ts'

type Asked = { number: string; businessName: string; directors: string[] }

const flag = z.boolean().catch(false)
const due = z.object({ overdue: flag }).optional().catch(undefined)

const profileAnswer = z.object({
  company_name: registerText,
  company_status: optionalText,
  company_status_detail: optionalText,
  date_of_creation: z.iso.date().optional().catch(undefined),
  accounts: due,
  confirmation_statement: due,
  has_insolvency_history: flag,
  registered_office_is_in_dispute: flag,
  undeliverable_registered_office_address: flag,
  registered_office_address: z
    .object({
      care_of: optionalText,
      po_box: optionalText,
      premises: optionalText,
      address_line_1: optionalText,
      address_line_2: optionalText,
      locality: optionalText,
      region: optionalText,
      postal_code: optionalText,
      country: optionalText,
    })
    .optional()
    .catch(undefined),
})

const page = 100

/** Reads nothing else about a person, such as the date of birth. */
const officersAnswer = z.object({
  items: z
    .array(z.object({ name: registerText, officer_role: optionalText, resigned_on: optionalText }))
    .max(page),
  total_results: z.number().catch(0),
})

type Officer = z.infer<typeof officersAnswer>['items'][number]

/** Returns `null` for an unknown number. Throws `RegisterFailure`. */
export async function askCompaniesHouse(
  deps: Store,
  key: string,
  { number, businessName, directors }: Asked,
  stopping?: AbortSignal,
): Promise<RegisterRow[] | null> {
  const company = `${deps.env.COMPANIES_HOUSE_URL}/company/${encodeURIComponent(number)}`
  const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
  const read = (address: string) => askRegister(deps, address, { headers }, stopping)
  const answer = await read(company)
  if (answer === null) return null
  const profile = checked(profileAnswer, answer)
  const officerNamed = samePersonIn(await officersOf(read, `${company}/officers`))
  return [
    nameRow(profile.company_name, businessName),
    ...statusRows(deps, profile),
    ...directors.map((name) => {
      const officer = officerNamed(name)
      return officer
        ? row(
            `Director ${name}`,
            `Found: ${[officer.name, plain(officer.officer_role)].filter(Boolean).join(', ')}`,
          )
        : row(`Director ${name}`, 'Not among the officers who have not resigned', true)
    }),
  ]
}

function statusRows({ now }: Store, profile: z.infer<typeof profileAnswer>): RegisterRow[] {
  const { company_status: status, company_status_detail: detail, date_of_creation: born } = profile
  const isYoung = born !== undefined && now() - Date.parse(born) < year
  const overdue = [
    profile.accounts?.overdue && 'accounts',
    profile.confirmation_statement?.overdue && 'confirmation statement',
  ].filter((what) => typeof what === 'string')
  const office = Object.values(profile.registered_office_address ?? {}).filter(Boolean)
  const isDoubtful =
    profile.registered_office_is_in_dispute || profile.undeliverable_registered_office_address
  return [
    row(
      'Status',
      [status, detail].filter(Boolean).map(plain).join(', ') || 'None',
      status !== 'active' || Boolean(detail),
    ),
    row('Incorporated', born ? longDate(born) : 'Not said', isYoung),
    row('Overdue', overdue.join(' and ') || 'Nothing', overdue.length > 0),
    row(
      'Insolvency',
      profile.has_insolvency_history ? 'Has a history' : 'No history',
      profile.has_insolvency_history,
    ),
    row(
      'Registered office',
      `${office.join(', ') || 'None'}${isDoubtful ? ' (disputed or not deliverable)' : ''}`,
      isDoubtful,
    ),
  ]
}

const year = 365 * 24 * 60 * 60 * 1000

/** More pages of officers than a company that opens a trade account has. */
const mostPages = 10

async function officersOf(read: (address: string) => Promise<unknown>, address: string) {
  const officers: Officer[] = []
  for (let at = 0, pages = 0; pages < mostPages; pages += 1) {
    const answer = await read(`${address}?items_per_page=${page}&start_index=${at}`)
    if (answer === null) break
    const { items, total_results: total } = checked(officersAnswer, answer)
    officers.push(...items)
    at += items.length
    if (items.length === 0 || at >= total) break
  }
  return officers.filter(({ resigned_on: resigned }) => resigned === undefined)
}

function checked<T>(schema: z.ZodType<T>, answer: unknown): T {
  const read = schema.safeParse(answer)
  if (!read.success) throw new RegisterFailure('unreadable')
  return read.data
}

const row = (label: string, value: string, isOdd = false): RegisterRow =>
  isOdd ? { label, value, isOdd } : { label, value }

const plain = (code = '') => code.replaceAll('-', ' ')
