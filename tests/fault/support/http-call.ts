import { Agent, request } from 'node:http'
import type { FuzzRequest } from './fuzz-requests.ts'

export type Called = {
  /** 0 when the connection ended without an answer. */
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 20 })

/** Sends a request as it is, headers that a browser would refuse included. */
export function httpCall(
  port: number,
  { method, path, headers, body }: FuzzRequest,
): Promise<Called> {
  return new Promise((resolve) => {
    const done = (status: number, head: Called['headers'], text: string) =>
      resolve({ status, headers: head, text })
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', () => done(0, {}, ''))
      answer.on('end', () =>
        done(answer.statusCode ?? 0, answer.headers, Buffer.concat(parts).toString('utf8')),
      )
    })
    sent.on('error', () => done(0, {}, ''))
    sent.setTimeout(30_000, () => sent.destroy())
    sent.end(body ?? undefined)
  })
}
