/** Tells password managers whose password the form asks for; hidden from everybody else. */
export function AccountName({ username }: { username: string }) {
  return (
    <input
      className="visually-hidden"
      type="text"
      autoComplete="username"
      defaultValue={username}
      tabIndex={-1}
      aria-hidden="true"
      readOnly
    />
  )
}
