import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

type Copy = { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> }

/** A page built once: its brotli, gzip and plain bytes with their headers, kept in memory. */
export type StillPage = { etag: string; copies: Record<'br' | 'gzip' | 'identity', Copy> }

/** Compresses a page that is the same for everybody, once, at the highest level. */
export function stillPage(html: string, headers: Record<string, string>): StillPage {
  const plain = Buffer.from(html)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const copy = (body: Buffer, encoding?: string): Copy => ({
    body: Uint8Array.from(body),
    headers: {
      ...headers,
      ETag: etag,
      Vary: 'Accept-Encoding',
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': String(body.length),
      ...(encoding && { 'Content-Encoding': encoding }),
    },
  })
  const brotli = brotliCompressSync(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  })
  return {
    etag,
    copies: {
      br: copy(brotli, 'br'),
      gzip: copy(gzipSync(plain, { level: 9 }), 'gzip'),
      identity: copy(plain),
    },
  }
}

/** Answers from memory: the best encoding the browser takes, or 304 when it has the page already. */
export function answerStill(still: StillPage, request: Request, status = 200): Response {
  if (status === 200 && hasAlready(request, still.etag)) {
    const {
      'Content-Length': _,
      'Content-Encoding': __,
      ...headers
    } = still.copies.identity.headers
    return new Response(null, { status: 304, headers })
  }
  const accepts = request.headers.get('accept-encoding') ?? ''
  const encoding = taken.br.test(accepts) ? 'br' : taken.gzip.test(accepts) ? 'gzip' : 'identity'
  const { body, headers } = still.copies[encoding]
  return new Response(request.method === 'HEAD' ? null : body, { status, headers })
}

/** Named, and not refused by a weight of nothing. */
const taken = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?(?![.\d]))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?(?![.\d]))/,
}

/** Compared weakly and in lists, as RFC 9110 has it. */
const hasAlready = (request: Request, etag: string) =>
  (request.headers.get('if-none-match') ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag)
