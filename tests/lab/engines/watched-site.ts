import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startServer } from '../../support/built-server.ts'

/** The built server behind a proxy that puts a reporting script first in every page. */
export type WatchedSite = {
  url: string
  /** Calls without the proxy, and the data folder. */
  server: { url: string; dataDir: string }
  /** What pages complained of since it was asked last: errors, warnings, breaches of the content policy. */
  complaints: () => string[]
  stop: () => Promise<void>
}

const scriptPath = '/engine-report.js'
const reportPath = '/engine-report'

/** Starts both. Every engine reports in this one way: no driver hands out all three kinds of complaint. */
export async function watchedSite(env: Record<string, string> = {}): Promise<WatchedSite> {
  const heard: string[] = []
  let target = ''
  const proxy = createServer((ask, answer) => {
    if (ask.url === scriptPath)
      return answer.setHeader('content-type', 'text/javascript').end(script)
    if (ask.url === reportPath) return hear(ask, answer, heard)
    pass(ask, answer, target)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = `http://localhost:${(proxy.address() as AddressInfo).port}`
  const server = await startServer({ env: { ...env, APP_URL: url }, shown: true })
  target = `http://127.0.0.1:${new URL(server.url).port}`
  return {
    url,
    server: { url: target, dataDir: server.dataDir },
    complaints: () => heard.splice(0),
    async stop() {
      proxy.closeAllConnections()
      proxy.close()
      await server.stop()
    },
  }
}

async function hear(ask: IncomingMessage, answer: ServerResponse, heard: string[]) {
  const parts: Buffer[] = []
  for await (const part of ask) parts.push(part)
  heard.push(Buffer.concat(parts).toString())
  answer.writeHead(204).end()
}

function pass(ask: IncomingMessage, answer: ServerResponse, target: string) {
  const headers = { ...ask.headers, 'accept-encoding': 'identity' }
  const onward = request(target + ask.url, { method: ask.method, headers }, async (got) => {
    if (!got.headers['content-type']?.startsWith('text/html')) {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      return got.pipe(answer)
    }
    const parts: Buffer[] = []
    for await (const part of got) parts.push(part)
    const page = Buffer.concat(parts)
      .toString()
      .replace('<head>', `<head><script src="${scriptPath}"></script>`)
    const { 'content-length': _, 'transfer-encoding': __, etag: ___, ...rest } = got.headers
    answer.writeHead(got.statusCode ?? 502, rest).end(page)
  })
  onward.on('error', () => answer.destroy())
  ask.pipe(onward)
}

const script = `
const report = (text) => navigator.sendBeacon('${reportPath}', location.pathname + ' ' + text)
addEventListener('error', (event) => event.message && report('error: ' + event.message))
addEventListener('unhandledrejection', ({ reason }) => report('rejection: ' + reason))
addEventListener('securitypolicyviolation', (event) =>
  report('policy: ' + event.effectiveDirective + ' ' + event.blockedURI))
for (const kind of ['error', 'warn']) {
  const own = console[kind]
  console[kind] = (...words) => {
    report(kind + ': ' + words.map(String).join(' '))
    own.apply(console, words)
  }
}
`
