import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Deps } from '#src/deps.ts'
import type { Source } from '#src/domain/actor.ts'
import type { BodyLimit, TypedAgain } from '#src/framework/router.ts'
import type { Said } from '#src/http/sessions/flash-cookie.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

export type HonoEnv = {
  Bindings: Partial<HttpBindings>
  Variables: {
    deps: Deps
    requestId: string
    address: string
    addressKnown: boolean
    /** The limit of the route, if it has its own. */
    body?: BodyLimit
    typedAgain?: TypedAgain
    /** The form that was posted, once an action has read it. */
    posted?: URLSearchParams
    /** The username or address of the session; set where one is required. */
    signedInAs?: string
    /** The toast for an answer in JSON, which has no flash cookie. */
    toast?: Toast
    /** The message in the flash cookie of this answer, and what is added to it. */
    said?: Said
    /** Refuses when the session has ended since. It is set where a session is required. */
    recheck?: () => void
  }
}

export type Ctx = Context<HonoEnv>

export const sourceOf = (c: Ctx): Required<Source> => ({
  address: c.var.address,
  browser: (c.req.header('user-agent') ?? '').slice(0, 300),
})
