/** Tells password managers whose password the form asks for; nobody sees or reaches it. */
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
