import { jsonPeer, type Peer } from './json-peer.ts'

/** SendGrid as far as we use it: one call, which answers 202 until told otherwise. */
export async function sendgridStandIn(key: string): Promise<Peer & { next: { status: number } }> {
  const next = { status: 202 }
  const peer = await jsonPeer(({ path, headers }) => {
    if (path !== '/v3/mail/send') return { status: 404 }
    if (headers.authorization !== `Bearer ${key}`) return { status: 401, json: { errors: [] } }
    return { status: next.status }
  })
  return { ...peer, next }
}
