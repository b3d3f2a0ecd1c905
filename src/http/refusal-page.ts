import { Refusal, type RefusalKind } from '#src/domain/refusal.ts'
import type { Ctx } from './context.ts'
import { describeError, isApi } from './errors.ts'
import { adminOf } from './sessions/admin-session.ts'
import { clientOf } from './sessions/client-session.ts'

/** A link that leads on. */
export type Way = { href: string; label: string; inNewTab?: boolean }

export type RefusalPage = {
  status: number
  heading: string
  message: string
  /** The first one is the likeliest. The page has the way home besides. */
  ways: Way[]
  isPending: boolean
  /** Something is wrong on this side. */
  isOurs: boolean
}

/** What the page of a refusal says, and where it leads. */
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
    // the database may be what has failed
    isStaff: status < 500 && pathname.startsWith('/admin') && adminOf(c) !== null,
    isClient: status < 500 && isApi(c) && clientOf(c) !== null,
  }
  // the last one fits all
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
  /** A document that is being made. */
  isPending: boolean
  /** A page, and no document under `/api` that was opened in a tab. */
  isPage: boolean
  pathname: string
  address: string
  isStaff: boolean
  /** A customer who opens a document. */
  isClient: boolean
}

type Row = {
  when: (refused: Refused) => boolean
  heading: string
  /** In the place of the refusal's own words. */
  message?: string
  ways: (refused: Refused) => Way[]
}

const didNotWork = 'This did not work'

const dashboard: Way = { href: '/admin/dashboard', label: 'Back to Dashboard' }
const portal: Way = { href: '/client-portal', label: 'Back to the Client Portal' }

/** `opens` is the document that opens after the sign-in. */
function signIns(opens = ''): Way[] {
  const query = opens && `?${new URLSearchParams({ opens })}`
  return [
    { href: `/client-login${query}`, label: 'Client Portal Login' },
    { href: '/admin', label: 'Admin Access' },
  ]
}

/** Of the pages whose form may outlive its session. */
function signInOf(pathname: string): string | null {
  if (pathname.startsWith('/admin/')) return '/admin'
  return pathname === '/client-portal' ? '/client-login' : null
}

/** The first that fits counts. */
const pages: Row[] = [
  {
    when: ({ isPending }) => isPending,
    heading: 'The document is being made',
    message: 'This page opens it by itself as soon as it is ready.',
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
      'You are signed in, but this link leads to none of your documents. They are in the client portal.',
    ways: () => [portal],
  },
  {
    when: ({ isPage, isClient, status }) => !isPage && !isClient && status === 401,
    heading: 'Sign in to open this document',
    message: 'It opens as soon as you have signed in to the client portal.',
    ways: ({ address }) => signIns(address),
  },
  {
    // a browser with an old draft cookie hears 404
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
