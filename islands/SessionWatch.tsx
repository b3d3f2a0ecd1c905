import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '#src/ui/calls/call.ts'
import { goTo } from '#src/ui/calls/go-to.ts'
import { askSession, attendSession } from '#src/ui/calls/session.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextField, Username } from '#src/ui/fields/Field.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { Dialog } from '#src/ui/forms/Dialog.tsx'
import { askBeforeLeaving } from '#src/ui/forms/leaving.ts'
import { hasUnsaved } from '#src/ui/forms/unsaved.ts'
import type { SessionProps } from '#src/ui/layout/frame-islands.ts'
import { SignInAgain } from '#src/ui/sign-in/SignInAgain.tsx'
import { keepForNextPage, tell } from '#src/ui/toasts/store.ts'

/** Milliseconds. */
const startsAfter = 100

type State = '' | 'checking' | 'unreachable'

/**
 * Shows Logout, checks the session, and opens two dialogs: that the session has ended, and one that asks for a fresh
 * password.
 */
export default function SessionWatch(props: SessionProps) {
  const { check, logout, username, provider, holdsTyping = false, isOver = false } = props
  const [state, setState] = useState<State>('')
  const [hasEnded, setEnded] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const isLeaving = useRef(false)
  const newest = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame of a page stays as it is
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      setState('checking')
      clearTimeout(timer)
      timer = setTimeout(checkNow, startsAfter)
    }
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      isLeaving.current = false
      begin()
    }
    const stops = [
      askBeforeLeaving(holdsTyping),
      attendSession({
        signIn: props.signIn,
        end: () => leave('ended'),
        askPassword: (fault) => new Promise((answer) => setAsked({ fault, answer })),
      }),
    ]
    if (!isOver) begin()
    addEventListener('pageshow', onReturn)
    addEventListener('online', begin)
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      removeEventListener('pageshow', onReturn)
      removeEventListener('online', begin)
    }
  }, [])

  async function checkNow() {
    newest.current += 1
    const own = newest.current
    const session = await askSession(check, signInFrom(props, true))
    if (own !== newest.current) return
    if (session === 'unreachable') return setState('unreachable')
    if (session !== 'open') return leave(session)
    delete document.documentElement.dataset.session
    setState('')
    setEnded(false)
  }

  function leave(session: 'ended' | 'unknown') {
    // A second check would interrupt the navigation.
    if (isLeaving.current) return
    setState('')
    if (holdsTyping || hasUnsaved()) return setEnded(true)
    isLeaving.current = true
    document.documentElement.dataset.session = 'over'
    if (session === 'ended' && props.ended) keepForNextPage(props.ended)
    // The sign-in page must not send a visitor who is still signed in straight back here.
    const to = signInFrom(props, session === 'unknown')
    setTimeout(() => location.replace(to), props.leavesAfter)
  }

  async function leaveByHand(event: FormEvent) {
    event.preventDefault()
    // Logout leads away itself, so a pending check must not.
    newest.current += 1
    isLeaving.current = true
    try {
      await call('POST', logout.call)
      await goTo(props.signIn, logout.done)
    } catch {
      isLeaving.current = false
      tell(logout.failed)
    }
  }

  return (
    <>
      {!isOver && (
        <PostForm id="logout" action={logout.page} onSubmit={leaveByHand}>
          <Button small type="submit" name="action" value={logout.action}>
            Logout
          </Button>
        </PostForm>
      )}
      <div className="session-line">
        <p className="checking" id="checking" role="status">
          {words[state]}
        </p>
        {state === 'unreachable' && (
          <Button
            small
            onClick={() => {
              setState('checking')
              void checkNow()
            }}
          >
            Check again
          </Button>
        )}
      </div>
      <Dialog
        id="session-ended"
        title="Your session has ended"
        isOpen={hasEnded}
        onClose={() => setEnded(false)}
      >
        <SignInAgain href={props.signIn} button="the same button" />
        <div className="actions">
          <Button variant="primary" onClick={() => setEnded(false)}>
            Close
          </Button>
        </div>
      </Dialog>
      <PasswordDialog {...{ asked, username, provider }} onClose={() => setAsked(null)} />
    </>
  )
}

const words: Record<State, string> = {
  '': '',
  checking: 'Checking authentication...',
  unreachable: 'Unable to connect. Your sign-in could not be checked.',
}

function signInFrom({ signIn, opensAgain }: SessionProps, isUnchecked: boolean): string {
  const query = new URLSearchParams()
  if (isUnchecked) query.set('check', 'failed')
  if (opensAgain) query.set('opens', `${location.pathname}${location.search}`)
  return query.size > 0 ? `${signIn}?${query}` : signIn
}

type Asked = { fault: string; answer: (password: string | null) => void }

type PasswordDialogProps = {
  asked: Asked | null
  username: string
  provider: string | null
  onClose: () => void
}

function PasswordDialog({ asked, username, provider, onClose }: PasswordDialogProps) {
  const field = useRef<HTMLFormElement>(null)

  function answer(password: string | null) {
    asked?.answer(password)
    field.current?.reset()
    onClose()
  }

  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    answer(String(new FormData(event.currentTarget).get('ownPassword') ?? ''))
  }

  return (
    <Dialog
      id="ask-password"
      title="Confirm your password"
      isOpen={asked !== null}
      onClose={() => answer(null)}
    >
      <form method="dialog" className="fields" ref={field} onSubmit={confirm}>
        <p>You last entered it more than ten minutes ago.</p>
        {provider && (
          <p>
            No password here?{' '}
            <a href="/api/admin/sign-in?for=confirm" target="_blank" rel="noopener">
              {`Confirm with ${provider}`}
            </a>{' '}
            (opens a new tab), then come back and press Confirm.
          </p>
        )}
        <div role="alert">{asked?.fault && <p className="field-error">{asked.fault}</p>}</div>
        <Username of={username} />
        <TextField
          id="ownPassword"
          name="ownPassword"
          type="password"
          label="Your own password"
          required={provider === null}
          autoComplete="current-password"
        />
        <div className="actions">
          <Button type="submit" variant="primary">
            Confirm
          </Button>
          <Button onClick={() => answer(null)}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
