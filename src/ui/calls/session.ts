type Attendant = {
  /** The address of the sign-in page. */
  signIn: string
  /** Leads to the sign-in, or says that the session has ended if there is unsaved input. */
  end: () => void
  askPassword: (fault: string) => Promise<string | null>
}

let attendant: Attendant | null = null

/** Registers the island `SessionWatch`, which is on every page of a session. */
export function attendSession(by: Attendant): () => void {
  attendant = by
  return () => {
    if (attendant === by) attendant = null
  }
}

/** Returns the address of the sign-in, or `null` on a page that needs no session. */
export const signInPage = (): string | null => attendant?.signIn ?? null

/** Reports that a reading was answered with 401. */
export const endSession = () => attendant?.end()

/**
 * Asks for the reader's own password in a dialog; `fault` says what was wrong with the last one. Returns `null` if the
 * dialog is closed, and '' after a sign-in with the provider.
 */
export const askPassword = (fault = ''): Promise<string | null> =>
  attendant ? attendant.askPassword(fault) : Promise.resolve(null)

export type Session = 'open' | 'ended' | 'unknown' | 'unreachable'

/** Asks whether the session is open. Returns `unreachable` if the sign-in page cannot be reached either. */
export async function askSession(path: string, signIn: string): Promise<Session> {
  let status = await statusOf('GET', path)
  if (isDown(status)) {
    if (isDown(await statusOf('HEAD', signIn))) return 'unreachable'
    // The server is back by now. Asking again lets the page keep its input.
    status = await statusOf('GET', path)
  }
  if (status === 200) return 'open'
  return status === 401 ? 'ended' : 'unknown'
}

const noAnswer = 0

const isDown = (status: number) => status === noAnswer || status >= 500

/** Milliseconds */
const waitsAtMost = 30_000

async function statusOf(method: string, path: string): Promise<number> {
  try {
    const answer = await fetch(path, {
      method,
      credentials: 'include',
      cache: 'no-store',
      signal: AbortSignal.timeout(waitsAtMost),
    })
    // The browser keeps the connection open until the body is read.
    await answer.text()
    return answer.status
  } catch {
    return noAnswer
  }
}
