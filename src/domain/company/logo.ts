import { createHash } from 'node:crypto'
import { companyLogo } from '#db/schema/company.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { logoTexts } from '#src/forms/company/company-fields.ts'
import { readPng, writePng } from '#src/security/png.ts'

export const largestLogo = 512 * 1024
const mostPixels = { width: 2400, height: 2400 }

/** The uploaded logo, a PNG; without one `COMPANY_LOGO` counts. */
export const uploadedLogo = ({ db }: Pick<Deps, 'db'>) => db.orm.select().from(companyLogo).get()

/** The hash of the uploaded logo; '' without one. */
export const logoVersion = ({ db }: Pick<Deps, 'db'>): string =>
  db.orm.select({ sha256: companyLogo.sha256 }).from(companyLogo).get()?.sha256 ?? ''

/** The logo that documents show, in base64: the uploaded one, else the one of the environment. */
export const logoForDocuments = (deps: Pick<Deps, 'db' | 'documentLogo'>): string | null =>
  uploadedLogo(deps)?.image.toString('base64') ?? deps.documentLogo

/** Stores a PNG as the logo, encoded again from its pixels; refuses 'invalid' what is no PNG. */
export function saveLogo(deps: Deps, admin: Admin, file: Buffer) {
  const png = file.length <= largestLogo ? readPng(file, mostPixels) : null
  if (!png) throw refused(file.length === 0 ? logoTexts.none : logoTexts.notPng)
  const image = writePng(png)
  const sha256 = createHash('sha256').update(image).digest('hex')
  replaceLogo(deps, admin, { id: 1, kind: 'png', image, sha256 })
}

/** Goes back to the logo of the environment, or to the built-in mark. */
export const removeLogo = (deps: Deps, admin: Admin) => replaceLogo(deps, admin, null)

function replaceLogo(deps: Deps, admin: Admin, row: typeof companyLogo.$inferInsert | null) {
  transact(deps, (deps) => {
    const [before, after] = [logoVersion(deps) || null, row?.sha256 ?? null]
    if (before === after) return
    deps.db.orm.delete(companyLogo).run()
    if (row) deps.db.orm.insert(companyLogo).values(row).run()
    const changes = [{ field: 'logo', before, after }]
    recordEvent(deps, admin, { action: 'company logo changed', changes })
  })
}

const refused = (message: string) => new Refusal('invalid', message, { errors: { logo: message } })
