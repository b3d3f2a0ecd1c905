import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ComponentType } from 'react'
import type { Assets } from '#src/framework/assets.ts'
import { renderDocument } from '#src/framework/document.tsx'
import type { Page } from '#src/framework/page.ts'
import type { RouteFile } from '#src/framework/router.ts'
import { answerStill, type StillPage, stillPage } from '#src/framework/still.ts'
import type { Company } from '#src/ui/company.ts'
import type { Ctx } from './context.ts'
import { baseHeaders, pagePolicy } from './headers.ts'

export type DrawingOptions = {
  company: Company
  assets: Assets
  islands: Map<unknown, string>
  /** The CSS that stands inside still pages and the form. */
  coreCss: string
}

/** Draws pages; those that are the same for everybody are built once and then answered from memory. */
export function createDrawing({ company, assets, islands, coreCss }: DrawingOptions) {
  const stills = new Map<string, StillPage>()
  const dev = assets.devScripts.length > 0

  function html({ component, props, title }: Page, file: RouteFile): string {
    const styles = file.still && !dev ? { inline: coreCss } : { source: 'src/ui/styles/site.css' }
    return renderDocument(
      component as ComponentType<object>,
      { company, ...props },
      `${title ?? file.title} – ${company.name}`,
      { lang: 'en-GB', assets, islands, styles, head: Head },
    )
  }

  const policy = (file: RouteFile) =>
    pagePolicy({ dev, ...(file.still && !dev && { style: coreCss }) })

  return {
    /** A page as an answer; with a `key` it is kept for the next visitor. */
    draw(c: Ctx, page: Page, file: RouteFile): Response {
      const key = page.status === undefined ? stillKey(c, file) : null
      if (key !== null && !dev) return this.keep(c, key, page, file)
      c.header('Content-Security-Policy', policy(file))
      for (const [name, value] of Object.entries(page.headers ?? {})) c.header(name, value)
      return c.html(html(page, file), (page.status ?? 200) as ContentfulStatusCode)
    },
    /** Builds the page, keeps it under its key and answers it. */
    keep(c: Ctx, key: string, page: Page, file: RouteFile): Response {
      const still = stillPage(html(page, file), {
        ...baseHeaders(c.var.deps.env),
        'Content-Security-Policy': policy(file),
        'Cache-Control': 'no-cache',
      })
      stills.set(key, still)
      return answerStill(still, c.req.raw, page.status)
    },
    /** The page from memory, when it is there. */
    kept: (c: Ctx, file: RouteFile): StillPage | undefined => {
      const key = stillKey(c, file)
      return key === null ? undefined : stills.get(key)
    },
    keptAs: (key: string) => stills.get(key),
  }
}

export type Drawing = ReturnType<typeof createDrawing>

/** Only what a mere look at the page draws is the same for everybody: what somebody posted never is. */
function stillKey(c: Ctx, file: RouteFile): string | null {
  if (!file.still || !['GET', 'HEAD'].includes(c.req.method)) return null
  const key = file.still === true ? '' : file.still(c)
  return key === null ? null : `${c.req.path} ${key}`
}

function Head() {
  return (
    <>
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    </>
  )
}
