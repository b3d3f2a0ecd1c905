import { type ComponentType, createContext } from 'react'
import type { Toast } from '#src/ui/toasts/toast.ts'

export type SessionProps = {
  /** The page came with what was typed and is not stored, or with what is shown only once. */
  holdsTyping?: boolean
  /** The page answers a form that came without a session, and says so itself. */
  isOver?: boolean
  /** The call that asks whether the session is still open. */
  check: string
  signIn: string
  /** The sign-in leads back to this page. */
  opensAgain: boolean
  /** Milliseconds between the end of the session and the sign-in. */
  leavesAfter: number
  /** What the sign-in says of it. */
  ended: Toast | null
  logout: {
    /** Of the plain form. */
    page: string
    action: string
    call: string
    done: Toast
    failed: Toast
  }
  /** For password managers. */
  username: string
  /** Whose sign-in confirms in the place of a password. */
  provider: string | null
}

export type FrameIslands = {
  toasts: ComponentType<{ flash: Toast | null }>
  session: ComponentType<SessionProps>
}

/** The islands that belong to the frame of a page; `src/app.ts` puts them in, because `src/ui` imports none. */
export const FrameIslandsContext = createContext<FrameIslands | null>(null)
