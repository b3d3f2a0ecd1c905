import type { CallInit } from '#src/ui/calls/call.ts'

/** How a form is sent: by a call of the API, or to an action of its page. */
export type Send =
  | {
      to: 'call'
      method: string
      path: string
      headers: Record<string, string>
      init?: CallInit | undefined
    }
  | { to: 'page'; path: string; action: string | undefined }

type Headers = Record<string, string>

/** `version` is the record's, sent as `If-Match`; a text is the complete tag. */
export const patch = (path: string, version?: number | string, headers: Headers = {}): Send =>
  callBy('PATCH', path, version, headers)

export const put = (path: string, version?: number | string, headers: Headers = {}): Send =>
  callBy('PUT', path, version, headers)

export const post = (path: string, headers: Headers = {}, init?: CallInit): Send => ({
  to: 'call',
  method: 'POST',
  path,
  headers,
  init,
})

/** Posts the fields unchanged to an action of this page, or of the page at `path`. */
export const toPage = (action?: string, path = ''): Send => ({ to: 'page', path, action })

function callBy(
  method: string,
  path: string,
  version: number | string | undefined,
  headers: Headers,
): Send {
  if (version === undefined) return { to: 'call', method, path, headers }
  const tag = typeof version === 'number' ? `v${version}` : version
  return { to: 'call', method, path, headers: { ...headers, 'If-Match': `"${tag}"` } }
}
