import { createGzip } from 'node:zlib'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type ComponentType, createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import type { Page } from '#src/framework/page.ts'
import type { RouteFile } from '#src/framework/router.ts'
import type { Ctx } from '#src/http/context.ts'
import type { RendererOptions } from '#src/http/render.tsx'
import { PageRecordContext } from './streamed-island.tsx'

const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }

/** Renders every page through renderToPipeableStream and gzip: what most servers with React do. */
export function createRenderer({ company, assets, islands }: RendererOptions) {
  const record = { islands: [], scripts: [], nameOf: (of: unknown) => islands.get(of) }
  const scripts = assets.withImports('src/client.ts')

  return function renderPage(c: Ctx, { component, props, title }: Page, file: RouteFile) {
    const given = { company, ...props }
    const body = createElement(component as ComponentType<typeof given>, given)
    const tree = (
      <html lang="en-GB">
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{title ?? file.title}</title>
          <link rel="stylesheet" href={assets.url('src/ui/styles/site.css')} />
          {scripts.map((href) => (
            <script key={href} type="module" src={href} />
          ))}
        </head>
        <body>
          <PageRecordContext value={record}>{body}</PageRecordContext>
        </body>
      </html>
    )
    const { outgoing } = c.env
    const { pipe } = renderToPipeableStream(tree, {
      onShellReady() {
        outgoing?.writeHead(200, headers)
        if (outgoing) pipe(createGzip()).pipe(outgoing)
      },
    })
    return RESPONSE_ALREADY_SENT
  }
}
