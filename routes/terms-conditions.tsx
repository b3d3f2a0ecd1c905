import { dateIn } from '#src/domain/calendar.ts'
import { numberedTerms } from '#src/domain/terms/parse.ts'
import {
  builtInMonth,
  listTerms,
  publishedTerms,
  versionInForce,
} from '#src/domain/terms/versions.ts'
import { longDate } from '#src/forms/dates.ts'
import { type NumberedPart, type TermsListing, termsHref } from '#src/forms/terms/terms-parts.ts'
import type { Ctx } from '#src/http/context.ts'
import { page } from '#src/http/page.ts'
import { type Company, HomeLink, Layout } from '#src/ui/layout/Layout.tsx'
import styles from '#src/ui/styles/public.css?inline'
import { TermsText } from '#src/ui/terms/TermsText.tsx'

export const title = 'Supplier terms'
export { styles }
export const prerender = 'everybody'

/** Shows the terms in force, or the version that `?version=` names. */
export function GET(c: Ctx) {
  const { deps } = c.var
  const { version = versionInForce(deps) } = c.req.query()
  const terms = publishedTerms(deps, version)
  const versions = listTerms(deps)
  const listing = versions.find((listed) => listed.version === version)
  if (!terms || !listing) return c.notFound()
  const published =
    listing.publishedAt === null
      ? `in the wording of ${builtInMonth}`
      : `published on ${longDate(dateIn(deps.env.APP_TIMEZONE, listing.publishedAt))}`
  const parts = numberedTerms(terms.parts)
  const others = versions.filter((other) => other !== listing && other.state !== 'void')
  const { sha256, earlierSha256 } = terms
  const props = { listing, published, parts, sha256, earlierSha256, others }
  return page(TermsPage, props, {
    ...(listing.state !== 'in-force' && {
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
  earlierSha256: string | null
  others: TermsListing[]
}

export default function TermsPage({ company, listing, published, parts, ...rest }: PageProps) {
  const { sha256, earlierSha256, others } = rest
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
        <TermsText parts={parts} />
        <p>
          SHA-256 of version {version}: <code>{sha256}</code>. Signed documents contain these terms
          as the file terms.txt, which has this SHA-256.
          {earlierSha256 && (
            <>
              {' '}
              Documents of earlier releases name the SHA-256 of their file terms.json instead:{' '}
              <code>{earlierSha256}</code>.
            </>
          )}
        </p>
        {others.length > 0 && <OtherVersions versions={others} />}
      </div>
    </Layout>
  )
}

const OtherVersions = ({ versions }: { versions: TermsListing[] }) => (
  <nav aria-labelledby="otherVersions">
    <h2 id="otherVersions">Other versions</h2>
    <ul>
      {versions.toReversed().map(({ version, state, inForceFrom }) => (
        <li key={version}>
          <a href={termsHref(version)}>Version {version}</a>
          {state === 'in-force' && ', in force now'}
          {state === 'coming' && `, in force from ${longDate(inForceFrom ?? '')}`}
        </li>
      ))}
    </ul>
  </nav>
)

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
