import { Refusal, type RefusalKind } from '#src/domain/refusal.ts'
import type { Ctx } from './context.ts'
import { describeError, isApi } from './errors.ts'
import { adminOf } from './sessions/admin-session.ts'
import { clientOf } from './sessions/client-session.ts'

/** A link to a page where the user can continue. */
export type Way = { href: string; label: string; inNewTab?: boolean }

export type RefusalPage = {
  status: number
  heading: string
  message: string
  /** Sorted by likelihood. The page adds a link to the home page. */
  ways: Way[]
  isPending: boolean
  /** True when the fault is on our side. */
  isOurs: boolean
}

/** Returns what the page of a refusal says, and its links. */
export function refusalPage(c: Ctx, error: unknown): RefusalPage {
  const { status, body, code } = describeError(error)
  const { pathname, search } = new URL(c.req.url)
  const isPending = code === 'pending'
  const isOurs = status >= 500 && !isPending
  const refused: Refused = {
    status,
    kind: error instanceof Refusal ? error.kind : null,
    isPending,
    isPage: !isApi(c),
    pathname,
    address: `${pathname}${search}`,
    // the database itself may have failed
    isStaff: status < 500 && pathname.startsWith('/admin') && adminOf(c) !== null,
    isClient: status < 500 && isApi(c) && clientOf(c) !== null,
  }
  // the last row matches everything
  const { heading, message, ways } = pages.find(({ when }) => when(refused)) as Row
  return {
    status,
    heading,
    message: message ?? body.message,
    ways: ways(refused),
    isPending,
    isOurs,
  }
}

type Refused = {
  status: number
  kind: RefusalKind | null
  /** True for a document that is still being made. */
  isPending: boolean
  /** False for a document under `/api` that was opened in a tab. */
  isPage: boolean
  pathname: string
  address: string
  isStaff: boolean
  /** True for a client who opens a document. */
  isClient: boolean
}

type Row = {
  when: (refused: Refused) => boolean
  heading: string
  /** Replaces the text of the refusal. */
  message?: string
  ways: (refused: Refused) => Way[]
}

const didNotWork = 'This did not work'

const dashboard: Way = { href: '/admin/dashboard', label: 'Back to Dashboard' }
const portal: Way = { href: '/client-portal', label: 'Back to the Client Portal' }

/** `opens` names the document that opens after the sign-in. */
function signIns(opens = ''): Way[] {
  const query = opens && `?${new URLSearchParams({ opens })}`
  return [
    { href: `/client-login${query}`, label: 'Client Portal Login' },
    { href: '/admin', label: 'Admin Access' },
  ]
}

/** Returns the sign-in of the pages on which a form may outlive its session. */
function signInOf(pathname: string): string | null {
  if (pathname.startsWith('/admin/')) return '/admin'
  return pathname === '/client-portal' ? '/client-login' : null
}

/** The first row that matches counts. */
const pages: Row[] = [
  {
    when: ({ isPending }) => isPending,
    heading: 'The document is being made',
    message: 'This page opens it as soon as it is ready.',
    ways: () => [],
  },
  {
    when: ({ status }) => status >= 500,
    heading: 'Something went wrong',
    ways: () => [],
  },
  {
    when: ({ isStaff, kind }) => isStaff && kind === 'not-allowed',
    heading: 'You do not have access to this page',
    ways: () => [dashboard],
  },
  {
    when: ({ status, pathname }) => status === 401 && signInOf(pathname) !== null,
    heading: 'Your session has ended',
    ways: ({ pathname }) => [
      {
        href: signInOf(pathname) ?? '/',
        label: 'Sign in again (opens in new tab)',
        inNewTab: true,
      },
    ],
  },
  {
    when: ({ isClient, status }) => isClient && status === 404,
    heading: 'This document is not in your account',
    message:
      'You are signed in, but this link does not lead to one of your documents. You can find them in the client portal.',
    ways: () => [portal],
  },
  {
    when: ({ isPage, isClient, status }) => !isPage && !isClient && status === 401,
    heading: 'Sign in to open this document',
    message: 'It opens as soon as you have signed in to the client portal.',
    ways: ({ address }) => signIns(address),
  },
  {
    // a browser with the cookie of an old draft gets 404
    when: ({ isPage, isClient, status }) => !isPage && !isClient && status === 404,
    heading: didNotWork,
    ways: ({ address }) => signIns(address),
  },
  {
    when: ({ isPage, isClient, status }) => status === 401 || (!isPage && !isClient),
    heading: didNotWork,
    ways: () => signIns(),
  },
  { when: ({ isStaff }) => isStaff, heading: didNotWork, ways: () => [dashboard] },
  { when: ({ isClient }) => isClient, heading: didNotWork, ways: () => [portal] },
  { when: () => true, heading: didNotWork, ways: () => [] },
]
