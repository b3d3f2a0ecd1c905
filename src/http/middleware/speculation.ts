import type { Hono } from 'hono'
import type { RouteFile } from '#src/framework/router.ts'
import type { HonoEnv } from '#src/http/context.ts'

const address = '/speculation-rules.json'

/** Names the rules in a header, because the policy allows no script in the page. */
export const rulesHeader = `"${address}"`

/** Tells the browser to fetch the pages that others lead to ahead of the click. */
export function serveSpeculationRules(app: Hono<HonoEnv>, routes: Record<string, RouteFile>) {
  const urls = Object.values(routes).flatMap(({ leadsTo }) => (leadsTo ? [leadsTo.page] : []))
  const rules = JSON.stringify({ prefetch: [{ source: 'list', urls, eagerness: 'immediate' }] })
  const headers = {
    'Content-Type': 'application/speculationrules+json',
    'Cache-Control': 'public, max-age=3600',
  }
  app.get(address, (c) => c.body(rules, 200, headers))
}
