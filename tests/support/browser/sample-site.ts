import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ComponentType } from 'react'
import { build } from 'vite'
import { builtAssets } from '#src/framework/assets.ts'
import { renderDocument } from '#src/framework/document.tsx'
import { pagePolicy } from '#src/http/middleware/headers.ts'

/** A request for the page; `form` is what was posted. */
export type SampleRequest = { url: URL; form: URLSearchParams | null }

/** The page with its props, another text, or a redirect. */
export type SampleAnswer<P> = { props?: P; text?: string; status?: number; location?: string }

export type SampleSite = {
  origin: string
  /** The page as the server sends it. */
  html: string
  /** Bodies of the forms that were posted to it, oldest first. */
  posted: string[]
  close: () => Promise<void>
}

/**
 * A page with islands of `sample-page/`, built by Vite and served on loopback under the product's own policy. React's
 * development build tells of hydration faults that the production build passes over.
 */
export async function serveSamplePage<P extends object>(
  page: ComponentType<P>,
  islands: Map<unknown, string>,
  react: 'development' | 'production',
  answer: (request: SampleRequest) => SampleAnswer<P> = () => ({}),
): Promise<SampleSite> {
  const folder = await mkdtemp(join(tmpdir(), 'sample-page-'))
  await build({
    configFile: false,
    root: 'tests/support/browser/sample-page',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': JSON.stringify(react) },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: {
        input: [
          'src/client.ts',
          'islands/in-place.ts',
          ...[...islands.values()].map((name) => `islands/${name}.tsx`),
        ].map((name) => join(process.cwd(), 'tests/support/browser/sample-page', name)),
      },
    },
  })
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))
  const render = (props: object) =>
    renderDocument(page, props as P, {
      lang: 'en-GB',
      title: 'Sample',
      assets: builtAssets(manifest, folder),
      islands,
      styles: { inline: '' },
    })
  const posted: string[] = []
  const server = createServer(async (request, response) => {
    let form: URLSearchParams | null = null
    if (request.method === 'POST') {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      const body = Buffer.concat(parts).toString()
      posted.push(body)
      form = new URLSearchParams(body)
    }
    if (request.url?.startsWith('/assets/')) {
      response.setHeader('content-type', 'text/javascript')
      response.end(await readFile(join(folder, request.url)).catch(() => ''))
    } else if (request.url === '/favicon.ico') {
      response.writeHead(204).end()
    } else {
      const url = new URL(request.url ?? '/', 'http://sample')
      const { props = {}, text, status = 200, location } = answer({ url, form })
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.setHeader('content-security-policy', pagePolicy({ style: '' }))
      if (location) response.writeHead(303, { location }).end()
      else response.writeHead(status).end(text ?? render(props))
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    html: render(answer({ url: new URL('http://sample/'), form: null }).props ?? {}),
    posted,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
