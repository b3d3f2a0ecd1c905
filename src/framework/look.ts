import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'

/** Of a request, what decides whether its answer lies ready; the same however the request came. */
export type Look = {
  method: string
  path: string
  hasQuery: boolean
  header: (name: string) => string | undefined
}

/** The look of a request that has come as far as the routes. */
export const lookOf = ({ req }: Context): Look => ({
  method: req.method,
  path: req.path,
  hasQuery: req.url.includes('?'),
  header: (name) => req.header(name),
})

/** The look of a request as it came from the socket; `null` when its address first has to be understood. */
export function lookFromSocket({ method = '', url = '', headers }: IncomingMessage): Look | null {
  const [path = '', query] = url.split('?', 2)
  if (!plainPath.test(path)) return null
  return {
    method,
    path,
    hasQuery: query !== undefined,
    header(name) {
      const value = headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
  }
}

/** No scheme, no escapes, no dots to walk. */
const plainPath = /^(?:\/[\w-]*(?:\.\w+)*)+$/
