import { keepToastForNextPage, type Toast } from './toast.ts'

/** Delay of the check after the page loads or comes back (spec 9: auth check starts after 100 ms). */
const startsAfter = 100

/**
 * Asks the server whether the session still stands, 100 ms after the page has loaded and whenever it comes back from
 * the back-forward cache. The page's `#checking` line says so meanwhile and everything stays usable; only a failure
 * hides the content and goes to `signIn`, after `leaveAfter` milliseconds, where it says
 * `word` to somebody whose session is over (contract 5.14).
 */
export function keepCheckingSession(path: string, signIn: string, leaveAfter = 0, word?: Toast) {
  const line = document.getElementById('checking')
  let leaving = false
  check()
  addEventListener('pageshow', (event) => event.persisted && check())

  function check() {
    if (line) line.textContent = 'Checking authentication...'
    setTimeout(async () => {
      if (await stands(path, word)) {
        if (line) line.textContent = ''
        return
      }
      // a second check may have been under way: a second way out would break off the first
      if (leaving) return
      leaving = true
      for (const part of document.querySelectorAll<HTMLElement>('[data-private], dialog[open]'))
        part.hidden = true
      setTimeout(() => location.replace(signIn), leaveAfter)
    }, startsAfter)
  }
}

async function stands(path: string, word?: Toast): Promise<boolean> {
  try {
    const answer = await fetch(path, { credentials: 'include', cache: 'no-store' })
    // an answer that nobody reads keeps its connection until garbage is collected
    await answer.text()
    if (answer.status === 401 && word) keepToastForNextPage(word)
    return answer.ok
  } catch {
    return false
  }
}
