export type EmailPreviewProps = {
  /** The address of the HTML, a document of its own that runs nothing. */
  address: string
  subject: string
  text: string
  /** Whether the words are still to be saved. */
  isTyped: boolean
}

/** How an email looks, with invented facts: as HTML and as plain text. */
export function EmailPreview({ address, subject, text, isTyped }: EmailPreviewProps) {
  return (
    <section className="card" aria-labelledby="preview">
      <div className="card-head">
        <h2 id="preview">Preview</h2>
        <span className="quiet">{isTyped ? 'Not saved yet' : 'As it is sent now'}</span>
      </div>
      <p>
        <span className="quiet">Subject: </span>
        <strong>{subject}</strong>
      </p>
      <iframe className="email-frame" title={`Preview: ${subject}`} src={address} sandbox="" />
      <details>
        <summary>As plain text</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <pre className="log" tabIndex={0}>
          {text}
        </pre>
      </details>
    </section>
  )
}
