import { opensslSteps } from './openssl-steps.ts'
import { inGroups } from './outcome.ts'

/** `added` is a date in words. */
export type ShownCertificate = { fingerprint: string; added: string }

export function Explanation({
  company,
  origin,
  certificates,
}: {
  company: string
  origin: string
  certificates: ShownCertificate[]
}) {
  return (
    <div className="explanation">
      <div className="pair">
        <section aria-labelledby="proof">
          <h2 id="proof">What a match proves</h2>
          <ul>
            <li>Exactly this file was issued here.</li>
            <li>Nothing in it has changed since.</li>
          </ul>
        </section>
        <section aria-labelledby="no-proof">
          <h2 id="no-proof">What it does not prove</h2>
          <ul>
            <li>Who signed. The document’s certificate page says what was recorded.</li>
            <li>
              That the name in the seal is right. PDF readers show it as unknown unless an authority
              they trust has checked it. They can still tell that the file is unchanged.
            </li>
            <li>That the content is up to date.</li>
            <li>The times. They come from this server’s clock.</li>
          </ul>
        </section>
      </div>
      <section aria-labelledby="certificate">
        <h2 id="certificate">The certificate</h2>
        <p>
          Each document carries a seal: a digital signature made with the certificate of {company}.
          Compare its fingerprint (SHA-256) with the one that your PDF reader or{' '}
          <code>openssl</code> shows for your file. This page can only vouch for itself, so compare
          it with a document that you received earlier too.
        </p>
        {certificates.length > 0 ? (
          <>
            <dl>
              {certificates.map(({ fingerprint, added }) => (
                <div key={fingerprint}>
                  <dt>Added on {added}</dt>
                  <dd className="hex">{inGroups(fingerprint)}</dd>
                </div>
              ))}
            </dl>
            <p>
              <a href="/.well-known/countersign.pem">Download all certificates (PEM)</a>
            </p>
          </>
        ) : (
          <p>There is no certificate yet: nothing has been sealed here.</p>
        )}
      </section>
      <section aria-labelledby="without">
        <h2 id="without">Without this page</h2>
        <p>
          The offline checker is one HTML file: your browser opens it from your device, and checks a
          document with no network and no server. Keep it with your first document.
        </p>
        <p>
          <a href="/countersign-checker.html" download>
            Download the offline checker
          </a>
        </p>
        <details>
          <summary>Check it with openssl</summary>
          <p>
            In a shell with <code>perl</code> and <code>openssl</code>, with the file as{' '}
            <code>document.pdf</code>:
          </p>
          <ol>
            {opensslSteps(origin).map(({ text, command }) => (
              <li key={text}>
                {withCode(text)}
                <pre>
                  <code>{command}</code>
                </pre>
              </li>
            ))}
          </ol>
        </details>
      </section>
    </div>
  )
}

/** Words between backticks are code. */
const withCode = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part))
