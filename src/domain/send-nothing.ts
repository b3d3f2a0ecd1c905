import type { Deps } from '#src/deps.ts'
import { Refusal } from './refusal.ts'

/** Refuses 'conflict' with `SEND_NOTHING`: what people send by a click, past the queues, which wait then. */
export function refuseToSend({ env }: Deps) {
  if (env.SEND_NOTHING) throw new Refusal('conflict', 'Nothing is sent while SEND_NOTHING is set')
}
