/** Back after the submit, or a second visit: the form is empty, because the one before has been sent. */
export function SentBefore({ reference }: { reference: string }) {
  return (
    <div className="notice">
      <p>
        You have sent application <strong>{reference}</strong> from this browser.{' '}
        <a href={`/success?id=${encodeURIComponent(reference)}`}>View it</a>, or fill in the form
        below to start another.
      </p>
    </div>
  )
}
