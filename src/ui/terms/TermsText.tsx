import type { NumberedPart } from '#src/forms/terms/terms-parts.ts'

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
