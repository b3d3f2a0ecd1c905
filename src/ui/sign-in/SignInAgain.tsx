export function SignInAgain({ href, button }: { href: string; button: string }) {
  return (
    <p>
      Your session has ended.{' '}
      <a href={href} target="_blank" rel="noopener">
        Sign in again (opens in new tab)
      </a>
      {`, then press ${button} on this page. What you typed is still here.`}
    </p>
  )
}
