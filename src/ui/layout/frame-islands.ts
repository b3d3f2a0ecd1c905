import { type ComponentType, createContext } from 'react'
import type { Toast } from '#src/ui/toasts/toast.ts'

export type SessionProps = {
  /** Whether the page holds unsaved input or something that is shown only once. */
  holdsTyping?: boolean
  /** Whether the page answers a form that was sent without a session, and says so itself. */
  isOver?: boolean
  /** The address of the call that asks whether the session is still open. */
  check: string
  signIn: string
  /** Whether the sign-in leads back to this page. */
  opensAgain: boolean
  /** Milliseconds between the end of the session and the sign-in. */
  leavesAfter: number
  /** The toast of the sign-in page about the ended session. */
  ended: Toast | null
  logout: {
    /** The address that the plain form posts to. */
    page: string
    action: string
    call: string
    done: Toast
    failed: Toast
  }
  /** The user name, for password managers. */
  username: string
  /** The provider whose sign-in replaces the password. */
  provider: string | null
}

export type FrameIslands = {
  toasts: ComponentType<{ flash: Toast | null }>
  session: ComponentType<SessionProps>
}

/** The islands of the frame of a page. `src/app.ts` sets them, because `src/ui` may not import islands. */
export const FrameIslandsContext = createContext<FrameIslands | null>(null)
