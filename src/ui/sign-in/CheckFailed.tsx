export function CheckFailed({ next, name }: { next: string; name: string }) {
  return (
    <div className="notice">
      <p>
        Your sign-in could not be checked. You may still be signed in:{' '}
        <a href={next}>go back to {name}</a>, or sign in again.
      </p>
    </div>
  )
}
