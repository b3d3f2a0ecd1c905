import { createHash } from 'node:crypto'
import { companyLogo } from '#db/schema/company.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal, refusalAt } from '#src/domain/refusal.ts'
import { logoTexts } from '#src/forms/company/company.ts'
import { logoFaults, PdfBusy, PdfFailed } from '#src/pdf/pdf-errors.ts'
import { isSelfContained, svgText } from '#src/security/svg.ts'
import { logoVersion } from './company.ts'

export const largestLogo = 512 * 1024

/** A PNG; without one `COMPANY_LOGO` counts. */
export const uploadedLogo = ({ db }: Store) => db.orm.select().from(companyLogo).get()

/** In base64. */
export const logoForDocuments = (deps: Deps): string | null =>
  uploadedLogo(deps)?.image.toString('base64') ?? deps.documentLogo

/**
 * Returns the PNG to store, encoded again from its pixels or drawn from an SVG by the document process. Refuses
 * 'invalid' what is neither or blank, and 'unavailable' while too many drawings wait.
 */
export async function readLogo({ pdf }: Deps, file: Buffer): Promise<Buffer> {
  if (file.length === 0) throw refused(logoTexts.none)
  if (file.length > largestLogo) throw refused(logoTexts.notLogo)
  const svg = svgText(file)
  if (svg !== null && !isSelfContained(svg)) throw refused(logoTexts.foreignParts)
  try {
    const image = Buffer.from(await pdf.logo(svg ?? file))
    // few colours pack better than our four bytes a pixel
    if (image.length > largestLogo) throw refused(logoTexts.tooDetailed)
    return image
  } catch (error) {
    if (error instanceof PdfBusy) throw new Refusal('unavailable', logoTexts.busy)
    if (!(error instanceof PdfFailed)) throw error
    if (error.message === logoFaults.blank) throw refused(logoTexts.blank)
    throw refused(svg === null ? logoTexts.notLogo : logoTexts.notDrawn)
  }
}

/** `seen` is the hash that the page showed; refuses 'stale' when another logo counts now. */
export function saveLogo(deps: Deps, admin: Admin, image: Buffer, seen: string) {
  const sha256 = createHash('sha256').update(image).digest('hex')
  replaceLogo(deps, admin, { id: 1, kind: 'png', image, sha256 }, seen)
}

/** Goes back to the logo of the environment, or to the built-in mark. */
export const removeLogo = (deps: Deps, admin: Admin, seen: string) =>
  replaceLogo(deps, admin, null, seen)

function replaceLogo(
  deps: Deps,
  admin: Admin,
  row: typeof companyLogo.$inferInsert | null,
  seen: string,
) {
  transact(deps, (deps) => {
    const [before, after] = [logoVersion(deps), row?.sha256 ?? '']
    if (before === after) return
    if (before !== seen) throw refusalAt('logo', 'stale', logoTexts.stale)
    deps.db.orm.delete(companyLogo).run()
    if (row) deps.db.orm.insert(companyLogo).values(row).run()
    const changes = [{ field: 'logo', before: before || null, after: after || null }]
    recordEvent(deps, admin, { action: 'company logo changed', changes })
  })
}

const refused = (message: string) => refusalAt('logo', 'invalid', message)
