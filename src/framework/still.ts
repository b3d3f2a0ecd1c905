import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Look } from './look.ts'

type Headers = Record<string, string>
type Copy = { body: Uint8Array<ArrayBuffer>; headers: Headers }

/** A page built once: its brotli, gzip and plain bytes with their headers, kept in memory. */
export type StillPage = {
  etag: string
  copies: Record<'br' | 'gzip' | 'identity', Copy>
  /** What goes to a browser that has the page already. */
  unchanged: Headers
}

/** Compresses a page that is the same for everybody, once, at the highest level. */
export function stillPage(html: string, given: Headers): StillPage {
  const plain = Buffer.from(html)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const unchanged = {
    ...given,
    ETag: etag,
    Vary: 'Accept-Encoding',
    'Content-Type': 'text/html; charset=utf-8',
  }
  const copy = (body: Buffer, encoding?: string): Copy => ({
    body: Uint8Array.from(body),
    headers: {
      ...unchanged,
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
    unchanged,
  }
}

export type StillAnswer = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer> | null }

/** Answers from memory: the best encoding the browser takes, or 304 when it has the page already. */
export function answerStill(still: StillPage, look: Look, status = 200): StillAnswer {
  if (status === 200 && hasAlready(look, still.etag))
    return { status: 304, headers: still.unchanged, body: null }
  const accepts = look.header('accept-encoding') ?? ''
  const encoding = taken.br.test(accepts) ? 'br' : taken.gzip.test(accepts) ? 'gzip' : 'identity'
  const { body, headers } = still.copies[encoding]
  return { status, headers, body: look.method === 'HEAD' ? null : body }
}

/** Named, and not refused by a weight of nothing. */
const taken = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?(?![.\d]))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?(?![.\d]))/,
}

/** Compared weakly and in lists, as RFC 9110 has it. */
const hasAlready = (look: Look, etag: string) =>
  (look.header('if-none-match') ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag)
