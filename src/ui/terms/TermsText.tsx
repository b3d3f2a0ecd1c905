import type { MarkedWords, NumberedPart, TermsDifference } from '#src/forms/terms/terms-parts.ts'

export function TermsText({ parts }: { parts: NumberedPart[] }) {
  return (
    <>
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
    </>
  )
}

type DifferencesProps = {
  /** Such as "version 2026-11". */
  since: string
  differences: TermsDifference[]
}

export function TermsDifferences({ since, differences }: DifferencesProps) {
  return (
    <section className="changes stack" aria-labelledby="termsDifferences">
      <h2 id="termsDifferences">Differences from {since}</h2>
      {differences.length === 0 ? (
        <p>There are none: the wording is the same.</p>
      ) : (
        <>
          <p>
            <ins>Underlined words</ins> are new, <del>struck-through words</del> are gone.
          </p>
          <ul>
            {differences.map((difference, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, on the server
              <li key={index}>
                <h3>{titleOf(difference)}</h3>
                <p>{difference.words.map(marked)}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function titleOf({ kind, was, number, words }: TermsDifference): string {
  if (kind === 'heading') return 'Heading'
  if (was === null) return `Clause ${number}, new`
  if (number === null) return `Clause ${was}, removed`
  return was === number || words.length === 0
    ? `Clause ${number}`
    : `Clause ${number}, before ${was}`
}

function marked({ text, mark }: MarkedWords, index: number) {
  if (mark === 'added') return <ins key={index}>{text}</ins>
  if (mark === 'removed') return <del key={index}>{text}</del>
  return text
}
