import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { limitKey, networkKey } from './addresses.ts'

type Limit = {
  points: number
  seconds: number
  /** The points for a whole day, for a limit that protects the disk. */
  day?: number
  /** If set, an IPv6 network is limited as well. */
  by?: 'address'
}

export const limitTable = {
  /** Bodies over the limit. Once the points are used, larger bodies from the network are not read. */
  refusedBody: { points: 60, seconds: 900, by: 'address' },
  draft: { points: 600, seconds: 3600, day: 1200, by: 'address' },
  save: { points: 1200, seconds: 3600, day: 4800, by: 'address' },
  /** Saves in the portal, by client. */
  portalSave: { points: 200, seconds: 86400 },
  answer: { points: 30, seconds: 3600 },
  submit: { points: 300, seconds: 3600, day: 600, by: 'address' },
  duplicateAddress: { points: 60, seconds: 3600, by: 'address' },
  /** Counted by application and reader. */
  pdf: { points: 60, seconds: 60 },
  /** Documents looked up by their SHA-256. */
  verify: { points: 600, seconds: 3600, by: 'address' },
  invitation: { points: 30, seconds: 3600 },
  testMail: { points: 20, seconds: 60, by: 'address' },
  /** Sign-ins with the right password. */
  clientSession: { points: 60, seconds: 3600 },
  /** Failed sign-ins only. A success clears them. */
  clientSignIn: { points: 10, seconds: 900 },
  adminSignIn: { points: 10, seconds: 900 },
  /** Counted for all accounts together. The limit leaves room for twenty people in one office. */
  signInAddress: { points: 60, seconds: 900, by: 'address' },
  /** Counted separately, so that wrong API keys lock nobody out of the sign-in. */
  apiKeyAddress: { points: 60, seconds: 900, by: 'address' },
  /** Sign-ins that begin at the provider. Each one calls the provider and stores a row for ten minutes. */
  providerSignIn: { points: 60, seconds: 900, by: 'address' },
  secondFactor: { points: 5, seconds: 300 },
  /** The number of failed sign-ins that become events. */
  failuresNoted: { points: 60, seconds: 3600 },
  strangersNoted: { points: 300, seconds: 3600 },
  forgotPassword: { points: 60, seconds: 3600, by: 'address' },
  setPassword: { points: 60, seconds: 3600, by: 'address' },
  /** Counted by the recipient's address. Further emails are silently not sent. */
  passwordMail: { points: 3, seconds: 86400 },
  staffPasswordMail: { points: 3, seconds: 86400 },
  /** Counted by account, and by the new address. */
  moveRequest: { points: 5, seconds: 86400 },
  moveMail: { points: 3, seconds: 86400 },
  draftLink: { points: 60, seconds: 3600, by: 'address' },
  linksOfDraft: { points: 5, seconds: 86400 },
  draftLinkMail: { points: 3, seconds: 86400 },
  /** Requests to sign, counted by draft and by network. */
  signaturesOfDraft: { points: 10, seconds: 86400 },
  signatureMail: { points: 10, seconds: 86400 },
  /** Actions of a signer who has opened the link. */
  signing: { points: 120, seconds: 3600, by: 'address' },
  guessesMail: { points: 1, seconds: 86400 },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limitTable

export type Limits = {
  /** Takes a point. Returns 0, or the seconds to wait when no point was left. */
  take: (name: LimitName, key: string) => Promise<number>
  /** `first` is true only for the first call that found no point left. */
  attempt: (name: LimitName, key: string) => Promise<{ wait: number; first: boolean }>
  /** Returns the same as `take`, but takes no point. */
  waitFor: (name: LimitName, key: string) => Promise<number>
  giveBack: (name: LimitName, key: string) => Promise<void>
  clear: (name: LimitName, key: string) => Promise<void>
}

/** A network gets this many times the points of an address. */
const networkShare = 2

/** Counts in memory. `factor` multiplies each limit, for load tests or an office behind one address. */
export function createLimits(factor: number): Limits {
  const counters = Object.fromEntries(
    Object.entries(limitTable).map(([name, limit]) => [name, countersOf(limit, factor)]),
  ) as Record<LimitName, Counter[]>
  async function attempt(name: LimitName, key: string) {
    const taken: Counter[] = []
    for (const counter of counters[name]) {
      try {
        await counter.limiter.consume(counter.keyOf(key))
        taken.push(counter)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        await reward(taken, key)
        const { msBeforeNext, consumedPoints } = refusal
        const first = consumedPoints === counter.limiter.points + 1
        return { wait: Math.ceil(msBeforeNext / 1000), first }
      }
    }
    return { wait: 0, first: false }
  }
  return {
    attempt,
    take: async (name, key) => (await attempt(name, key)).wait,
    async waitFor(name, key) {
      for (const { limiter, keyOf } of counters[name]) {
        const { consumedPoints = 0, msBeforeNext = 0 } = (await limiter.get(keyOf(key))) ?? {}
        if (consumedPoints >= limiter.points) return Math.ceil(msBeforeNext / 1000)
      }
      return 0
    },
    giveBack: (name, key) => reward(counters[name], key),
    async clear(name, key) {
      for (const { limiter, keyOf } of counters[name]) await limiter.delete(keyOf(key))
    },
  }
}

type Counter = { limiter: RateLimiterMemory; keyOf: (key: string) => string }

function countersOf({ points, seconds, day, by }: Limit, factor: number): Counter[] {
  const counter = (points: number, duration: number, keyOf: Counter['keyOf']) => ({
    limiter: new RateLimiterMemory({ points: Math.ceil(points * factor), duration }),
    keyOf,
  })
  const spans = [{ points, seconds }, ...(day ? [{ points: day, seconds: 86400 }] : [])]
  return spans.flatMap(({ points, seconds }) =>
    by === 'address'
      ? [counter(points, seconds, limitKey), counter(points * networkShare, seconds, networkKey)]
      : [counter(points, seconds, (key) => key)],
  )
}

async function reward(counters: Counter[], key: string) {
  for (const { limiter, keyOf } of counters) await limiter.reward(keyOf(key))
}
