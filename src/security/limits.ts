import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** All limits, as points in a number of seconds (rule 240). */
export const limitTable = {
  draft: { points: 600, seconds: 3600 },
  save: { points: 1200, seconds: 3600 },
  /** Answers with files, of one customer. */
  answer: { points: 30, seconds: 3600 },
  submit: { points: 300, seconds: 3600 },
  duplicateAddress: { points: 60, seconds: 3600 },
  pdf: { points: 60, seconds: 60 },
  /** Documents looked up by their SHA-256, by call, by link and by file together. */
  verify: { points: 600, seconds: 3600 },
  /** Invitations of one administrator. */
  invitation: { points: 30, seconds: 3600 },
  testMail: { points: 20, seconds: 60 },
  /** Failures only: a success clears them. */
  clientSignIn: { points: 10, seconds: 900 },
  adminSignIn: { points: 10, seconds: 900 },
  /** Failures of all accounts together, by address and by its network; twenty people in one office have room. */
  signInAddress: { points: 60, seconds: 900 },
  signInNetwork: { points: 120, seconds: 900 },
  /** Wrong API keys of one address; they shut nobody out of the sign-in. */
  apiKeyAddress: { points: 60, seconds: 900 },
  secondFactor: { points: 5, seconds: 300 },
  /** How many failed sign-ins become events: of one account, and of all names that nobody has. */
  failuresNoted: { points: 60, seconds: 3600 },
  strangersNoted: { points: 300, seconds: 3600 },
  /** By the address a request comes from. */
  forgotPassword: { points: 60, seconds: 3600 },
  setPassword: { points: 60, seconds: 3600 },
  /** By the address that is written to; more are silently not sent. */
  passwordMail: { points: 3, seconds: 86400 },
  /** Requests to move a sign-in: of one account, and to one address. */
  moveRequest: { points: 5, seconds: 86400 },
  moveMail: { points: 3, seconds: 86400 },
  /** Requests for the link of a draft: by the address they come from, of one draft, and by the address written to. */
  draftLink: { points: 60, seconds: 3600 },
  linksOfDraft: { points: 5, seconds: 86400 },
  draftLinkMail: { points: 3, seconds: 86400 },
  guessesMail: { points: 1, seconds: 86400 },
} as const

export type LimitName = keyof typeof limitTable

export type Limits = {
  /** Takes a point for a key; returns the seconds to wait, or 0 when there was one left. */
  take: (name: LimitName, key: string) => Promise<number>
  /** Takes a point like `take`; `first` tells that this is the first one that was not there. */
  attempt: (name: LimitName, key: string) => Promise<{ wait: number; first: boolean }>
  /** The seconds to wait when none is left, or 0; takes none. */
  wait: (name: LimitName, key: string) => Promise<number>
  /** Gives back one point that was taken for nothing. */
  giveBack: (name: LimitName, key: string) => Promise<void>
  /** Gives back all points of a key. */
  clear: (name: LimitName, key: string) => Promise<void>
}

/** Limits in memory; `factor` multiplies each (load tests, an office behind one address). */
export function createLimits(factor: number): Limits {
  const limiters = Object.fromEntries(
    Object.entries(limitTable).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterMemory({ points: Math.ceil(points * factor), duration: seconds }),
    ]),
  ) as Record<LimitName, RateLimiterMemory>
  async function attempt(name: LimitName, key: string) {
    try {
      await limiters[name].consume(key)
      return { wait: 0, first: false }
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      const { msBeforeNext, consumedPoints } = refusal
      const first = consumedPoints === limiters[name].points + 1
      return { wait: Math.ceil(msBeforeNext / 1000), first }
    }
  }
  return {
    attempt,
    take: async (name, key) => (await attempt(name, key)).wait,
    async wait(name, key) {
      const counted = await limiters[name].get(key)
      return counted && counted.remainingPoints <= 0 ? Math.ceil(counted.msBeforeNext / 1000) : 0
    },
    async giveBack(name, key) {
      await limiters[name].reward(key)
    },
    async clear(name, key) {
      await limiters[name].delete(key)
    },
  }
}
