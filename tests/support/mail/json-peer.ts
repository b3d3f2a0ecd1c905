import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Asked = { method: string; path: string; headers: IncomingHttpHeaders; body: string }

export type Peer = { url: string; asked: Asked[] }

type PeerAnswer = {
  status: number
  json?: unknown
  text?: string
  headers?: Record<string, string>
}

/** A web service on loopback, on a free port unless one is given, that keeps what it was asked and answers as told. */
export async function jsonPeer(
  answer: (asked: Asked) => PeerAnswer | Promise<PeerAnswer>,
  port = 0,
): Promise<Peer> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { method = '', url: path = '', headers } = request
    const one = { method, path, headers, body }
    asked.push(one)
    const { status, json, text = '', headers: more } = await answer(one)
    response.writeHead(status, { 'content-type': 'application/json', ...more })
    response.end(json === undefined ? text : JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
