import { setTimeout as pause } from 'node:timers/promises'
import { applyByCalls } from '../calls.ts'
import type { CommonServer } from './common-server.ts'
import { newAddress } from './e2e-registration.ts'

/** Submits an application by calls, and returns its signed document once a running server has sealed it. */
export async function issuedDocument({ url }: Pick<CommonServer, 'url'>): Promise<Buffer> {
  const { id, cookie } = await applyByCalls(url, { mainEmail: newAddress() })
  for (;;) {
    const answer = await fetch(`${url}/api/applications/${id}/pdf`, { headers: { cookie } })
    if (answer.ok) return Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 503) throw new Error(`${answer.status} ${await answer.text()}`)
    await pause(200)
  }
}

/** Bytes that begin like a PDF, filled up to a size. */
export function pdfOf(name: string, size = 0): Buffer {
  const text = Buffer.from(`%PDF-1.7\n% ${name}\n%%EOF\n`)
  return Buffer.concat([text, Buffer.alloc(Math.max(0, size - text.length))])
}
