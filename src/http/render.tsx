import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Assets } from '#src/framework/assets.ts'
import { renderDocument } from '#src/framework/document.tsx'
import { Island } from '#src/framework/island.tsx'
import type { Page, RouteFile } from '#src/framework/router.ts'
import { pagePolicy } from '#src/http/middleware/headers.ts'
import { SignedInAs } from '#src/ui/fields/Field.tsx'
import { PressContext } from '#src/ui/fields/PostForm.tsx'
import { type FrameIslands, FrameIslandsContext } from '#src/ui/layout/frame-islands.ts'
import type { Company } from '#src/ui/layout/Layout.tsx'
import type { Ctx } from './context.ts'

type RendererOptions = {
  company: () => Company
  assets: Assets
  islands: Map<unknown, string>
  frame: FrameIslands
}

export function createRenderer({ company: readCompany, assets, islands, frame }: RendererOptions) {
  const placed: FrameIslands = {
    toasts: (props) => <Island of={frame.toasts} props={props} />,
    session: (props) => <Island of={frame.session} props={props} />,
  }
  const dev = assets.devScripts.length > 0
  return function renderPage(c: Ctx, page: Page, file: RouteFile): Response {
    const company = readCompany()
    const props = { company, ...page.props }
    const style = dev ? undefined : file.styles
    const mark = c.var.signedInAs ? crypto.randomUUID() : ''
    const html = renderDocument(
      () => (
        <SignedInAs value={c.var.signedInAs ?? ''}>
          <FrameIslandsContext value={placed}>
            <page.component {...props} />
          </FrameIslandsContext>
        </SignedInAs>
      ),
      {},
      {
        lang: 'en-GB',
        title: `${page.title ?? file.title} – ${company.name}`,
        assets,
        islands,
        styles: style === undefined ? { source: 'src/ui/styles/site.css' } : { inline: style },
        head: () => <Head accent={company.accent} />,
        around: (tree) => <PressContext value={mark}>{tree}</PressContext>,
      },
    )
    for (const [name, value] of Object.entries(page.headers ?? {})) c.header(name, value)
    c.header('Content-Security-Policy', pagePolicy({ dev, style, frames: page.frames ?? false }))
    return c.html(html, (page.status ?? 200) as ContentfulStatusCode)
  }
}

function Head({ accent }: Pick<Company, 'accent'>) {
  return (
    <>
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      {accent && <link rel="stylesheet" href={accentSheet(accent)} />}
    </>
  )
}

const accentSheet = (accent: string): string => `/accent.css?v=${accent.slice(1)}`
