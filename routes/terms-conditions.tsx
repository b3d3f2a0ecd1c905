import { numberedTerms, termsVersion } from '#src/domain/terms/terms.ts'
import type { Company } from '#src/ui/layout/company.ts'
import { Layout } from '#src/ui/layout/Layout.tsx'
import styles from '#src/ui/styles/public.css?inline'

export const title = 'Supplier terms'
export { styles }
export const prerender = 'everybody'

/** 51 clauses in one numbering under eleven headings, each with an address of its own. */
export default function Terms({ company }: { company: Company }) {
  const parts = numberedTerms()
  return (
    <Layout company={company} width="form">
      <div className="terms">
        <div className="page-head">
          <h1>Supplier terms</h1>
          <p className="lead">Version {termsVersion}</p>
        </div>
        <nav aria-label="Contents">
          <ol className="contents">
            {parts.map(({ slug, heading }) => (
              <li key={slug}>
                <a href={`#${slug}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
        {parts.map(({ slug, heading, clauses }) => (
          <section key={slug} aria-labelledby={slug}>
            <h2 id={slug}>{heading}</h2>
            <ol start={clauses[0]?.number}>
              {clauses.map(({ number, id, text }) => (
                <li key={id} id={id} className="clause">
                  <a href={`#${id}`} aria-label={`Clause ${number}`}>
                    {number}
                  </a>
                  <span>{text}</span>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </Layout>
  )
}
