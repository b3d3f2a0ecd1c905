import { createHash } from 'node:crypto'
import { company, companyLogo } from '#db/schema/company.ts'
import type { Change } from '#db/schema/events.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import {
  type CompanyField,
  type CompanyInput,
  companyFieldNames,
  companyTexts,
  logoTexts,
  weekdays,
} from '#src/forms/company/company.ts'
import { logoFaults, PdfBusy, PdfFailed } from '#src/pdf/pdf-errors.ts'
import { isSelfContained, svgText } from '#src/security/svg.ts'
import { companyOf, logoVersion } from './company.ts'

export const largestLogo = 512 * 1024

/** Refuses 'stale' when the stored version is not `expected`, and says what was saved since. */
export function saveCompany(deps: Deps, admin: Admin, input: CompanyInput, expected: number) {
  transact(deps, (tx) => {
    const before = companyOf(tx)
    const changes: Change[] = companyFieldNames
      .map((field) => ({ field, before: inWords(before[field]), after: inWords(input[field]) }))
      .filter(({ before, after }) => before !== after)
    if (changes.length === 0) return
    if (before.version !== expected) throw staleRefusal(changes)
    const at = tx.now()
    const row = { ...input, id: 1, version: before.version + 1, updatedAt: at }
    tx.db.orm.insert(company).values(row).onConflictDoUpdate({ target: company.id, set: row }).run()
    recordEvent(tx, admin, { action: 'company details changed', changes })
  })
}

function inWords(value: CompanyInput[CompanyField]): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : null
  if (!Array.isArray(value)) return value === null ? null : String(value)
  const words = value.map((item) => (typeof item === 'number' ? weekdays[item - 1]?.label : item))
  return words.join(', ') || null
}

function staleRefusal(changes: Change[]) {
  const errors = Object.fromEntries(
    changes.map(({ field, before }) => [field, companyTexts.nowSaved(before)]),
  )
  return new Refusal('stale', companyTexts.stale, { errors })
}

/** Returns a PNG. Refuses 'invalid', and 'unavailable' while too many drawings wait. */
export async function readLogo({ pdf }: Deps, file: Buffer): Promise<Buffer> {
  if (file.length === 0) throw refused(logoTexts.none)
  if (file.length > largestLogo) throw refused(logoTexts.notLogo)
  const svg = svgText(file)
  if (svg !== null && !isSelfContained(svg)) throw refused(logoTexts.foreignParts)
  try {
    const image = Buffer.from(await pdf.logo(svg ?? file))
    // few colours pack better than the four bytes a pixel that a drawing has
    if (image.length > largestLogo) throw refused(logoTexts.tooDetailed)
    return image
  } catch (error) {
    if (error instanceof PdfBusy) throw new Refusal('unavailable', logoTexts.busy)
    if (!(error instanceof PdfFailed)) throw error
    if (error.message === logoFaults.blank) throw refused(logoTexts.blank)
    throw refused(svg === null ? logoTexts.notLogo : logoTexts.notDrawn)
  }
}

/** Refuses 'stale' when the stored logo is not `expected`. */
export function saveLogo(deps: Deps, admin: Admin, image: Buffer, expected: string) {
  const sha256 = createHash('sha256').update(image).digest('hex')
  replaceLogo(deps, admin, { id: 1, kind: 'png', image, sha256 }, expected)
}

export const removeLogo = (deps: Deps, admin: Admin, expected: string) =>
  replaceLogo(deps, admin, null, expected)

function replaceLogo(
  deps: Deps,
  admin: Admin,
  row: typeof companyLogo.$inferInsert | null,
  expected: string,
) {
  transact(deps, (tx) => {
    const [before, after] = [logoVersion(tx), row?.sha256 ?? '']
    if (before === after) return
    if (before !== expected) throw refusalAt('logo', 'stale', logoTexts.stale)
    tx.db.orm.delete(companyLogo).run()
    if (row) tx.db.orm.insert(companyLogo).values(row).run()
    const changes = [{ field: 'logo', before: before || null, after: after || null }]
    recordEvent(tx, admin, { action: 'company logo changed', changes })
  })
}

const refused = (message: string) => refusalAt('logo', 'invalid', message)
