import type { Source } from '#src/domain/actor.ts'
import type { Ctx } from '#src/http/context.ts'

/** Where a request comes from. */
export const sourceOf = (c: Ctx): Required<Source> => ({
  address: c.var.address,
  browser: (c.req.header('user-agent') ?? '').slice(0, 300),
})
