import { and, desc, eq, gt } from 'drizzle-orm'
import { eventChanges, events } from '#db/schema/events.ts'
import type { Store } from '#src/deps.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { signedDataOf } from '#src/domain/applications/frozen-data.ts'
import { dateIn, days } from '#src/domain/calendar.ts'
import { longDate } from '#src/forms/dates.ts'
import { inOneLine } from '#src/forms/text.ts'

export type Edits = {
  /**
   * The last change since the signing, such as 'by us on 23 November 2026', by the name of the field or `directors`.
   */
  days: Record<string, string>
  /**
   * The invoice and delivery addresses that are still the former business address, for a day after the business address
   * has changed.
   */
  leftBehind: { section: 'accounts' | 'delivery'; address: string }[]
}

export function editsOf(deps: Store, application: Application): Edits {
  const changes = changesSinceSigning(deps, application)
  const day = (at: number) => longDate(dateIn(deps.env.APP_TIMEZONE, at))
  const recent = changes.filter(({ at }) => at > deps.now() - reminded)
  const former = (name: string) =>
    recent.filter(({ field }) => field === name).map(({ before }) => plain(before))
  const [addresses, postCodes] = [former('businessAddress'), former('postCode')]
  const [address, postCode] = [plain(application.businessAddress), plain(application.postCode)]
  const isFormer = (other: string, code: string) =>
    other === address
      ? code !== postCode && postCodes.includes(code)
      : addresses.includes(other) && (code === postCode || postCodes.includes(code))
  const { invoiceAddress, invoicePostCode, deliveryAddress, deliveryPostCode } = application
  const others = [
    { section: 'accounts', address: invoiceAddress, code: invoicePostCode },
    { section: 'delivery', address: deliveryAddress, code: deliveryPostCode },
  ] as const
  return {
    days: Object.fromEntries(
      changes.map(({ field, at, by }) => [
        field,
        `${by === 'client' ? '' : 'by us '}on ${day(at)}`,
      ]),
    ),
    leftBehind: others
      .filter(({ address, code }) => address && isFormer(plain(address), plain(code)))
      .map(({ section, address, code }) => ({
        section,
        address: `${inOneLine(address ?? '')}, ${code}`,
      })),
  }
}

const reminded = days(1)

const plain = (text: string | null) => (text ?? '').toLowerCase().replace(/\s+/g, ' ').trim()

/** Nobody makes more edits than this, unless they mean to keep the server busy. */
const mostRead = 300

/**
 * Returns the newest changes since the signing, oldest first. For a customer who signed nothing here, every edit
 * counts.
 */
function changesSinceSigning(deps: Store, { id }: Application) {
  const signing = signedDataOf(deps, id)?.history.event ?? 0
  const { action, application, seq, at } = events
  return deps.db.orm
    .select({ at, by: events.actorKind, changes: eventChanges.changes })
    .from(events)
    .innerJoin(eventChanges, eq(eventChanges.event, seq))
    .where(and(eq(application, id), eq(action, 'application amended'), gt(seq, signing)))
    .orderBy(desc(seq))
    .limit(mostRead)
    .all()
    .reverse()
    .flatMap(({ at, by, changes }) => changes.map((change) => ({ at, by, ...change })))
}
