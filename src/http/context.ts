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
    /** Of the route, where it says one. */
    body?: BodyLimit
    typedAgain?: TypedAgain
    /** The form that was posted, once an action has read it. */
    posted?: URLSearchParams
    /** The username or address of the session; set where one is required. */
    signedInAs?: string
    /** For an answer in JSON, in the place of the flash cookie. */
    toast?: Toast
    /** What the flash cookie of this answer says, with what it adds. */
    said?: Said
    /** Refuses when the session has ended since; set where one is required. */
    recheck?: () => void
  }
}

export type Ctx = Context<HonoEnv>

export const sourceOf = (c: Ctx): Required<Source> => ({
  address: c.var.address,
  browser: (c.req.header('user-agent') ?? '').slice(0, 300),
})
