import { keepToastForNextPage, type Toast } from '#src/ui/toasts/toast.ts'
import { askSession } from './session.ts'

/** Milliseconds. */
const startsAfter = 100
/** Milliseconds, while the sign-in page cannot be reached either. */
const triesAgainAfter = 5_000

const checking = 'Checking authentication...'
const unconnected = 'Unable to connect. Your sign-in could not be checked.'

/**
 * Checks the session after loading, a return from the back-forward cache and when the network is back. Without one,
 * hides the content and goes to what `signIn` returns after `leaveAfter` milliseconds, unless the page cancels `session-lost`.
 */
export function keepCheckingSession(
  path: string,
  signIn: (failed?: true) => string,
  leaveAfter = 0,
  endedToast?: Toast,
) {
  const line = document.getElementById('checking')
  let timer: ReturnType<typeof setTimeout> | undefined
  let leaving = false
  let newest = 0
  begin()
  // it leads away itself
  document.getElementById('logout')?.addEventListener('submit', () => {
    clearTimeout(timer)
    newest += 1
  })
  addEventListener('pageshow', (event) => event.persisted && begin())
  addEventListener('online', begin)

  function begin() {
    show(checking)
    checkAfter(startsAfter)
  }

  function checkAfter(wait: number) {
    clearTimeout(timer)
    timer = setTimeout(check, wait)
  }

  async function check() {
    newest += 1
    const own = newest
    const session = await askSession(path, signIn(true))
    if (own !== newest) return
    if (session === 'open') return show('')
    if (session !== 'unreachable') return leave(session)
    show(unconnected)
    checkAfter(triesAgainAfter)
  }

  function leave(session: 'ended' | 'unknown') {
    // a second check would interrupt the navigation
    if (leaving) return
    if (!document.dispatchEvent(new Event('session-lost', { cancelable: true }))) return show('')
    leaving = true
    for (const part of document.querySelectorAll<HTMLElement>('[data-private], dialog[open]'))
      part.hidden = true
    // says why, and does not send a visitor who is signed in straight back
    const to = session === 'ended' ? signIn() : signIn(true)
    if (session === 'ended' && endedToast) keepToastForNextPage(endedToast)
    setTimeout(() => location.replace(to), leaveAfter)
  }

  function show(text: string) {
    // screen readers repeat a text that is written again
    if (line && line.textContent !== text) line.textContent = text
  }
}
