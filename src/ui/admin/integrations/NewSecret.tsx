/** A secret that was just made: `of` is what it belongs to. */
export type MadeSecret = { kind: 'webhook' | 'key'; of: string; secret: string }

/** Shows a secret this once. */
export function NewSecret({ made: { kind, of, secret } }: { made: MadeSecret }) {
  const title = kind === 'webhook' ? `Secret of ${of}` : `API key "${of}"`
  return (
    <section className="notice notice-good stack" aria-labelledby="new-secret">
      <h2 id="new-secret">{title}</h2>
      <p>
        <code className="secret">{secret}</code>
      </p>
      <p>Copy it now. It is not shown again.</p>
    </section>
  )
}
