import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { brotliCompressSync } from 'node:zlib'

export type Alteration = (html: string) => string

/** The pages as they would be without what is fetched ahead. */
export const withoutAhead: Alteration = (html) =>
  html.replace(/<link rel="modulepreload" fetchPriority="low"[^>]*>/gi, '')

/** The same, with the usual stylesheet that the browser waits for. */
export const withStylesheet =
  (href: string): Alteration =>
  (html) =>
    withoutAhead(html).replace(/<style>.*?<\/style>/s, `<link rel="stylesheet" href="${href}">`)

/** A proxy before a server that alters its pages, each once, and leaves everything else as it is. */
export async function alteredPages(url: string, alter: Alteration) {
  const kept = new Map<string, Buffer>()
  const server = createServer(async (asked, answer) => {
    const { pathname } = new URL(asked.url ?? '/', url)
    if (/\.\w+$/.test(pathname)) return passOn(url, asked, answer)
    const body = kept.get(pathname) ?? (await altered(url + pathname, alter))
    kept.set(pathname, body)
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
    answer.end(body)
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://localhost:${port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const altered = async (url: string, alter: Alteration) =>
  brotliCompressSync(alter(await (await fetch(url)).text()))

function passOn(url: string, asked: IncomingMessage, answer: ServerResponse) {
  const { host: _, ...headers } = asked.headers
  const onward = request(url + asked.url, { headers }, (got) => {
    answer.writeHead(got.statusCode ?? 500, got.headers)
    got.pipe(answer)
  })
  onward.on('error', () => answer.destroy())
  onward.end()
}
