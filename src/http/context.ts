import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Deps } from '#src/deps.ts'

export type HonoEnv = {
  Bindings: Partial<HttpBindings>
  Variables: {
    deps: Deps
    requestId: string
    /** Where the request comes from, by the proxies that the environment trusts. */
    address: string
    /** False when a trusted proxy did not say where it comes from in a way that can be read. */
    addressKnown: boolean
    /** Set for a request that may write: waits while another process writes. */
    whenWritable?: () => Promise<void>
    /** Refuses when the session that the request was sent in has ended since; set where a session is asked for. */
    recheck?: () => void
  }
}

/** A request on its way through the runtime. */
export type Ctx = Context<HonoEnv>
