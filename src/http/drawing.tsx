import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Deps } from '#src/deps.ts'
import type { Assets } from '#src/framework/assets.ts'
import { type DocumentOptions, renderDocument } from '#src/framework/document.tsx'
import { drawnBefore } from '#src/framework/drawn-before.ts'
import { encode } from '#src/framework/encode.ts'
import { type Look, lookOf } from '#src/framework/look.ts'
import type { Page } from '#src/framework/page.ts'
import type { RouteFile } from '#src/framework/router.ts'
import { answerStill, type StillAnswer, type StillPage, stillPage } from '#src/framework/still.ts'
import { baseHeaders, pagePolicy } from '#src/http/middleware/headers.ts'
import { rulesHeader } from '#src/http/middleware/speculation.ts'
import type { Company } from '#src/ui/layout/company.ts'
import type { Ctx } from './context.ts'

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

/**
 * Draws pages. Those that are the same for everybody are built once and then answered from memory; of the others, those
 * with islands are not drawn again while everything that they are made of is as it was.
 */
export function createDrawing(
  deps: Deps,
  { company, assets, islands, coreCss }: DrawingOptions,
): Drawing {
  const stills = new Map<string, StillPage>()
  const before = drawnBefore()
  const sheets = new Map<RouteFile, Sheet>()
  const dev = assets.devScripts.length > 0

  function sheetOf(file: RouteFile): Sheet {
    const known = sheets.get(file)
    if (known) return known
    const inlined = !dev && file.still !== undefined
    const sheet = {
      number: sheets.size,
      policy: pagePolicy({ dev, ...(inlined && { style: coreCss }) }),
      document: {
        lang: 'en-GB',
        assets,
        islands,
        styles: inlined ? { inline: coreCss } : { source: 'src/ui/styles/site.css' },
        head: Head,
        ...(file.leadsTo && !dev && { ahead: file.leadsTo.islands }),
      },
    }
    sheets.set(file, sheet)
    return sheet
  }

  function drawn({ component, props, title }: Page, file: RouteFile) {
    const full = `${title ?? file.title} – ${company.name}`
    return renderDocument(component, { company, ...props }, full, sheetOf(file).document)
  }

  /** What somebody posted is drawn for them alone, and so is a page without islands: some hold a secret of a link. */
  function bytes(c: Ctx, page: Page, file: RouteFile): Uint8Array<ArrayBuffer> {
    const isLook = c.req.method === 'GET' && page.component === file.default
    const text = isLook ? JSON.stringify([sheetOf(file).number, page.title, page.props]) : null
    const known = text === null ? undefined : before.find(text)
    if (known) return known
    const { pieces, wakes } = drawn(page, file)
    const made = encode(pieces)
    if (text !== null && wakes) before.keep(text, made)
    return made
  }

  function draw(c: Ctx, page: Page, file: RouteFile): Response {
    const { policy } = sheetOf(file)
    const status = page.status ?? 200
    const look = lookOf(c)
    const key = dev ? null : stillKey(deps, look, file, status)
    if (key === null) {
      for (const [name, value] of Object.entries(page.headers ?? {})) c.header(name, value)
      c.header('Content-Security-Policy', policy)
      c.header('Content-Type', 'text/html; charset=utf-8')
      // as bytes: of a text the server would first count them and then write them down
      return c.body(bytes(c, page, file), status as ContentfulStatusCode)
    }
    const still =
      stills.get(key) ??
      stillPage(drawn(page, file).pieces.join(''), {
        ...baseHeaders(deps.env),
        'Content-Security-Policy': policy,
        'Cache-Control': 'no-cache',
        ...(file.leadsTo && { 'Speculation-Rules': rulesHeader }),
      })
    stills.set(key, still)
    const [oldest = key] = stills.keys()
    if (stills.size > mostStills) stills.delete(oldest)
    const { body, ...given } = answerStill(still, look, status)
    return new Response(body, given)
  }

  function kept(look: Look, file: RouteFile, status = 200): StillAnswer | null {
    const key = stillKey(deps, look, file, status)
    const still = key === null ? undefined : stills.get(key)
    return still ? answerStill(still, look, status) : null
  }

  return { draw, kept }
}

/** What all pages of one route file share; its number stands for it where pages are told apart. */
type Sheet = { number: number; policy: string; document: DocumentOptions }

/** A key holds a date at most, so there are few a day; yesterday's are of no more use. */
const mostStills = 100

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
