import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Deps } from '#src/deps.ts'
import type { Source } from '#src/domain/actor.ts'

export type HonoEnv = {
  Bindings: Partial<HttpBindings>
  Variables: {
    deps: Deps
    requestId: string
    /** Where the request comes from, according to the trusted proxies. */
    address: string
    /** False when a trusted proxy named the sender unreadably. */
    addressKnown: boolean
    /** Refuses when the session of the request has ended meanwhile; set where a session is required. */
    recheck?: () => void
  }
}

/** The context of one request. */
export type Ctx = Context<HonoEnv>

/** Where a request comes from. */
export const sourceOf = (c: Ctx): Required<Source> => ({
  address: c.var.address,
  browser: (c.req.header('user-agent') ?? '').slice(0, 300),
})
