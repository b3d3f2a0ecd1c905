import { createMiddleware } from 'hono/factory'
import { whenWritable } from '#src/domain/busy.ts'
import type { HonoEnv } from '#src/http/context.ts'

/** Makes a request that may write wait while another process holds the write lock. Reads go on. */
export const waitForWriteLock = createMiddleware<HonoEnv>(async (c, next) => {
  if (!reads.has(c.req.method) && c.req.path !== readByPost) {
    const wait = () => whenWritable(c.var.deps)
    c.set('whenWritable', wait)
    await wait()
  }
  await next()
})

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Takes a file by POST and writes nothing. */
const readByPost = '/verify'
