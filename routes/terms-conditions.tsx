import { dateIn } from '#src/domain/calendar.ts'
import { termsDifferences } from '#src/domain/terms/differences.ts'
import { numberedTerms } from '#src/domain/terms/parse.ts'
import {
  builtInMonth,
  listTerms,
  publishedTerms,
  versionInForce,
} from '#src/domain/terms/versions.ts'
import { longDate } from '#src/forms/dates.ts'
import type { NumberedPart, TermsDifference, TermsListing } from '#src/forms/terms/terms-parts.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page } from '#src/http/page.ts'
import { type Company, HomeLink, Layout } from '#src/ui/layout/Layout.tsx'
import styles from '#src/ui/styles/public.css?inline'
import { TermsDifferences, TermsText } from '#src/ui/terms/TermsText.tsx'

export const title = 'Supplier terms'
export { styles }
export const prerender = 'everybody'

/** `?version=` names other terms, `?since=` shows what differs from another version. */
export async function GET(c: Ctx) {
  const { deps } = c.var
  const { version = versionInForce(deps), since } = c.req.query()
  const terms = publishedTerms(deps, version)
  const earlier = since === undefined ? null : publishedTerms(deps, since)
  const listing = listTerms(deps).find((listed) => listed.version === version)
  if (!terms || !listing || (since !== undefined && !earlier)) return c.notFound()
  if (earlier) await limit(c, 'comparison')
  const differences = earlier && {
    since: `version ${earlier.version}`,
    differences: termsDifferences(earlier.parts, terms.parts),
  }
  const published =
    listing.publishedAt === null
      ? `in the wording of ${builtInMonth}`
      : `published on ${longDate(dateIn(deps.env.APP_TIMEZONE, listing.publishedAt))}`
  const parts = numberedTerms(terms.parts)
  const props = { listing, published, parts, sha256: terms.sha256, differences }
  const isOther = listing.state !== 'in-force' || differences !== null
  return page(TermsPage, props, {
    ...(isOther && {
      title: `${title}, version ${version}`,
      headers: { 'X-Robots-Tag': 'noindex' },
    }),
  })
}

type PageProps = {
  company: Company
  listing: TermsListing
  published: string
  parts: NumberedPart[]
  sha256: string
  differences: { since: string; differences: TermsDifference[] } | null
}

export default function TermsPage({ company, listing, published, parts, ...rest }: PageProps) {
  const { sha256, differences } = rest
  const { version, inForceFrom, state } = listing
  const isOrWasInForce = state === 'in-force' || state === 'earlier'
  return (
    <Layout company={company} width="form" nav={<HomeLink />}>
      <div className="terms">
        <div className="page-head">
          <h1>Supplier terms</h1>
          <p className="lead">
            Version {version}
            {isOrWasInForce && inForceFrom && `, in force from ${longDate(inForceFrom)}`}
          </p>
          <p>
            The terms of {company.name}, {published}. To keep a copy, print this page or save it as
            a PDF.
          </p>
        </div>
        {state !== 'in-force' && <NotInForce {...listing} />}
        {differences && <TermsDifferences {...differences} />}
        <TermsText parts={parts} />
        <p>
          SHA-256 of version {version}: <code>{sha256}</code>. Signed documents carry these terms as
          the file terms.json, which has this SHA-256.
        </p>
      </div>
    </Layout>
  )
}

function NotInForce({ state, inForceFrom }: TermsListing) {
  const date = longDate(inForceFrom ?? '')
  return (
    <div className="terms-note">
      <p>
        {state === 'coming' && `These terms come into force on ${date}.`}
        {state === 'earlier' && 'These are earlier terms, which are no longer in force.'}
        {state === 'void' && `These terms, meant for ${date}, never came into force.`}
      </p>
      <p>
        <a href="/terms-conditions">Read the terms in force</a>
      </p>
    </div>
  )
}
