import type { TestApp } from './test-app.ts'

/** An answer with its body read; `json` is `undefined` when the body is not JSON. */
export type Answer = {
  status: number
  headers: Headers
  text: string
  json: Record<string, unknown> | undefined
}

export type Browser = {
  /** What this browser keeps for the site, by name; tests may set or delete. */
  cookies: Map<string, string>
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  put: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  patch: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** Posts a form of a page, as a browser without scripts does. */
  postForm: (path: string, fields: Record<string, string | string[]>) => Promise<Answer>
  /** Any request of a page of ours; `init` has the last word. */
  send: (path: string, init?: RequestInit) => Promise<Answer>
}

/** A browser as far as the server can tell one: it keeps cookies and says where its requests come from. */
export function browserOf(
  { request, deps }: Pick<TestApp, 'request' | 'deps'>,
  peer?: string,
): Browser {
  const cookies = new Map<string, string>()
  async function send(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers({ 'sec-fetch-site': 'same-origin', 'user-agent': agent })
    if ((init.method ?? 'GET') !== 'GET') headers.set('origin', deps.env.APP_URL)
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([k, v]) => `${k}=${v}`).join('; '))
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    const response = await request(path, { ...init, headers }, peer)
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    return answerOf(response)
  }
  const write =
    (method: string): Browser['post'] =>
    (path, body, headers = {}) =>
      send(path, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
  return {
    cookies,
    get: (path, headers = {}) => send(path, { headers }),
    post: write('POST'),
    put: write('PUT'),
    patch: write('PATCH'),
    postForm: (path, fields) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: formBody(fields),
      }),
    send,
  }
}

/** Where a sign-in ends: it leads over its own page, which sees that the browser keeps cookies. `null` for that page. */
export async function pageBehind(browser: Browser, answer: Answer): Promise<string | null> {
  const signIn = await browser.get(answer.headers.get('location') ?? '')
  return signIn.headers.get('location')
}

const formBody = (fields: Record<string, string | string[]>) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  ).toString()

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text ? JSON.parse(text) : undefined,
  }
}

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

function keep(cookies: Map<string, string>, line: string) {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) cookies.delete(name)
  else cookies.set(name, value)
}
