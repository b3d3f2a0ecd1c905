import { keepToastForNextPage, type Toast } from '#src/ui/toasts/toast.ts'

/** Milliseconds between the page's load, or its return from the back-forward cache, and the check. */
const startsAfter = 100

const checking = 'Checking authentication...'
const unconnected = 'Unable to connect. Your sign-in could not be checked.'

const checkFailed: Toast = {
  kind: 'error',
  title: 'Something went wrong',
  text: 'Your sign-in could not be checked. Please try again in a few minutes.',
}

type Session = 'open' | 'ended' | 'unknown' | 'unconnected'

/**
 * Checks the session after loading, after a return from the back-forward cache and when the network is back (rule 225).
 * When it has ended, hides the content and goes to `signIn` after `leaveAfter` milliseconds. Without a connection the
 * page stays.
 */
export function keepCheckingSession(
  path: string,
  signIn: string,
  leaveAfter = 0,
  endedToast?: Toast,
) {
  const line = document.getElementById('checking')
  let leaving = false
  check()
  addEventListener('pageshow', (event) => event.persisted && check())
  addEventListener('online', check)

  function check() {
    show(checking)
    setTimeout(async () => {
      const session = await askSession(path)
      if (session === 'open') show('')
      else if (session === 'unconnected') show(unconnected)
      else leave(session)
    }, startsAfter)
  }

  function leave(session: 'ended' | 'unknown') {
    // A second check may have been under way, and would interrupt the first navigation.
    if (leaving) return
    leaving = true
    for (const part of document.querySelectorAll<HTMLElement>('[data-private], dialog[open]'))
      part.hidden = true
    const toast = session === 'ended' ? endedToast : checkFailed
    if (toast) keepToastForNextPage(toast)
    // Without the query the sign-in page would send a visitor who is signed in straight back.
    const to = session === 'ended' ? signIn : `${signIn}?check=failed`
    setTimeout(() => location.replace(to), leaveAfter)
  }

  function show(text: string) {
    if (line) line.textContent = text
  }
}

async function askSession(path: string): Promise<Session> {
  try {
    const answer = await fetch(path, { credentials: 'include', cache: 'no-store' })
    // Until the body is read, the browser keeps the connection.
    await answer.text()
    if (answer.ok) return 'open'
    return answer.status === 401 ? 'ended' : 'unknown'
  } catch {
    return 'unconnected'
  }
}
