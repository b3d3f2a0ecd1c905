import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ComponentType } from 'react'
import type { Deps } from '#src/deps.ts'
import type { Assets } from '#src/framework/assets.ts'
import { renderDocument } from '#src/framework/document.tsx'
import { type Look, lookOf } from '#src/framework/look.ts'
import type { Page } from '#src/framework/page.ts'
import type { RouteFile } from '#src/framework/router.ts'
import { answerStill, type StillAnswer, type StillPage, stillPage } from '#src/framework/still.ts'
import type { Company } from '#src/ui/company.ts'
import type { Ctx } from './context.ts'
import { baseHeaders, pagePolicy } from './headers.ts'
import { rulesHeader } from './speculation.ts'

export type DrawingOptions = {
  company: Company
  assets: Assets
  islands: Map<unknown, string>
  /** The CSS that stands inside still pages and the form. */
  coreCss: string
}

export type Drawing = {
  /** A page as an answer; a still one is kept for the next visitor. */
  draw: (c: Ctx, page: Page, file: RouteFile) => Response
  /** The answer from memory, when the page is still and was drawn before. */
  kept: (look: Look, file: RouteFile, status?: 404) => StillAnswer | null
}

/** Draws pages; those that are the same for everybody are built once and then answered from memory. */
export function createDrawing(
  deps: Deps,
  { company, assets, islands, coreCss }: DrawingOptions,
): Drawing {
  const stills = new Map<string, StillPage>()
  const dev = assets.devScripts.length > 0
  const inlined = (file: RouteFile) => !dev && file.still !== undefined

  function html({ component, props, title }: Page, file: RouteFile): string {
    return renderDocument(
      component as ComponentType<object>,
      { company, ...props },
      `${title ?? file.title} – ${company.name}`,
      {
        lang: 'en-GB',
        assets,
        islands,
        styles: inlined(file) ? { inline: coreCss } : { source: 'src/ui/styles/site.css' },
        head: Head,
        ...(file.leadsTo && !dev && { ahead: file.leadsTo.islands }),
      },
    )
  }

  function draw(c: Ctx, page: Page, file: RouteFile): Response {
    const policy = pagePolicy({ dev, ...(inlined(file) && { style: coreCss }) })
    const status = page.status ?? 200
    const key = dev ? null : stillKey(deps, lookOf(c), file, status)
    if (key === null) {
      for (const [name, value] of Object.entries(page.headers ?? {})) c.header(name, value)
      c.header('Content-Security-Policy', policy)
      c.header('Content-Type', 'text/html; charset=utf-8')
      // as bytes: of a text the server would first count them and then write them down
      return c.body(new TextEncoder().encode(html(page, file)), status as ContentfulStatusCode)
    }
    const still =
      stills.get(key) ??
      stillPage(html(page, file), {
        ...baseHeaders(deps.env),
        'Content-Security-Policy': policy,
        'Cache-Control': 'no-cache',
        ...(file.leadsTo && { 'Speculation-Rules': rulesHeader }),
      })
    if (stills.size < mostStills) stills.set(key, still)
    const { body, ...given } = answerStill(still, lookOf(c), status)
    return new Response(body, given)
  }

  function kept(look: Look, file: RouteFile, status = 200): StillAnswer | null {
    const key = stillKey(deps, look, file, status)
    const still = key === null ? undefined : stills.get(key)
    return still ? answerStill(still, look, status) : null
  }

  return { draw, kept }
}

/** A key holds a date at most, so there are few; the bound is for those who did not read this. */
const mostStills = 1000

/**
 * Under what a page is kept: its path, or its status for the page that any unknown path gets. Only what a mere look at
 * the page draws is the same for everybody: what somebody posted never is.
 */
function stillKey(deps: Deps, look: Look, { still }: RouteFile, status: number): string | null {
  if (!still || (status !== 200 && status !== 404)) return null
  if (look.method !== 'GET' && look.method !== 'HEAD') return null
  if (status === 404) return '404'
  const key = still === true ? '' : still(look, deps)
  return key === null ? null : `${look.path} ${key}`
}

function Head() {
  return (
    <>
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    </>
  )
}
