import { hostileNames, hostileTexts, hostileValues } from './hostile.ts'
import { registrationNames } from './known-names.ts'

export type FuzzRoute = { pattern: string; methods: readonly string[] }
export type FuzzRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | null
}

const contentTypes = [
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=utf-7',
  'APPLICATION/JSON',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'application/xml',
  ';',
  'x'.repeat(500),
]

const oddMethods = ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'DELETE', 'PUT', 'PATCH', 'POST', 'GET']

const oddHeaders: Record<string, readonly string[]> = {
  'if-match': ['*', '"v0"', '"v99999999999999999999"', 'W/"v1"', 'x', '"'],
  'if-none-match': ['*', 'W/"x"', '"'],
  'idempotency-key': ['', 'k', 'k'.repeat(5000), '\u00ff'],
  accept: ['text/html', '*/*;q=x', ''],
  'accept-encoding': ['br;q=0', 'gzip;q=9', ',,,', 'identity'],
  'content-encoding': ['gzip', 'br', 'x'],
  range: ['bytes=0-', 'bytes=-1', 'bytes=9-1'],
  'x-forwarded-for': ['1.2.3.4', '::1', 'x'.repeat(2000), ','],
  'x-forwarded-proto': ['https', 'x'],
  'x-http-method-override': ['DELETE'],
  host: ['localhost', 'evil.example.org', 'localhost:99999', 'a b'],
  cookie: [
    'draft=',
    'draft=x; draft=y',
    'client=%00',
    'admin=%ff%fe',
    '=',
    `a=${'x'.repeat(4000)}`,
  ],
  expect: ['x'],
}

/** A request that nobody sends in earnest: a known address, an odd method, names of ours with values of nobody's. */
export function fuzzRequest(
  random: () => number,
  routes: readonly FuzzRoute[],
  ids: readonly string[],
): FuzzRequest {
  const chance = (share: number) => random() < share
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const route = pick(routes)
  const method = chance(0.9) ? pick(route.methods) : pick(oddMethods)
  const headers: Record<string, string> = {}
  const body = method === 'GET' || method === 'HEAD' || chance(0.1) ? null : bodyFor()
  if (body !== null && !chance(0.05)) headers['content-type'] ??= pick(contentTypes)
  if (chance(0.85)) headers['sec-fetch-site'] = 'same-origin'
  while (chance(0.25)) {
    const name = pick(Object.keys(oddHeaders))
    headers[name] = pick(oddHeaders[name] ?? [''])
  }
  return { method, path: pathOf(), headers, body }

  function pathOf(): string {
    const path = route.pattern.replace(/:(\w+)/g, (_, name) => {
      if (name === 'id' && chance(0.8)) return pick(ids)
      if (name === 'section' && chance(0.7))
        return pick(['business', 'buyer', 'accounts', 'delivery', 'directors'])
      return encodeURIComponent(whole(pick(hostileTexts)).slice(0, 500))
    })
    const mangled = chance(0.03)
      ? path.replace('/', pick(['//', '/%2e%2e/', '/%', '/%c0%af']))
      : path
    if (chance(0.6)) return mangled
    const query = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
      const name = pick([
        'search',
        'status',
        'limit',
        'cursor',
        'id',
        'token',
        'version',
        'code',
        'state',
        'resume',
        'x',
      ])
      return `${name}=${encodeURIComponent(whole(pick(hostileTexts)).slice(0, 1000))}`
    })
    return `${mangled}?${query.join('&')}${chance(0.05) ? '&%=%zz' : ''}`
  }

  function bodyFor(): string | Buffer {
    const kind = random()
    if (kind < 0.55) {
      if (chance(0.9)) headers['content-type'] = 'application/json'
      return JSON.stringify(objectOf(0))
    }
    if (kind < 0.75) {
      if (chance(0.9)) headers['content-type'] = 'application/x-www-form-urlencoded'
      const pairs = Object.entries(objectOf(1)).map(([name, value]) => [name, textOf(value)])
      return new URLSearchParams([
        ...pairs,
        ['step', pick(['next:1', 'submit', 'read-back', 'start-again', 'x'])],
      ]).toString()
    }
    if (kind < 0.85) return mutated(JSON.stringify(objectOf(0)))
    if (kind < 0.95)
      return pick([
        'null',
        '[]',
        '{}',
        '"x"',
        '1',
        '',
        '{"__proto__":{"admin":true}}',
        '[[[[',
        '\ufeff{}',
      ])
    return Buffer.from(
      Array.from({ length: Math.floor(random() * 400) }, () => Math.floor(random() * 256)),
    )
  }

  function objectOf(depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = []
    const count = 1 + Math.floor(random() * 12)
    for (let at = 0; at < count; at++) {
      const name = chance(0.85) ? pick(registrationNames) : pick(hostileNames)
      const nested = depth === 0 && /^[1-5]$/.test(name)
      entries.push([name, nested && chance(0.8) ? objectOf(1) : madeUp(name)])
    }
    return Object.fromEntries(entries)
  }

  function madeUp(name: string): unknown {
    if (chance(0.3)) return pick(hostileValues)
    if (/mail/i.test(name) && chance(0.5)) return `fuzz-${Math.floor(random() * 1e6)}@example.com`
    if (name === 'directors' && chance(0.7))
      return Array.from({ length: Math.floor(random() * 60) }, () => ({
        name: pick(hostileTexts),
        position: pick(hostileTexts),
      }))
    return pick(hostileTexts)
  }

  function mutated(text: string): Buffer {
    const bytes = Buffer.from(text)
    for (let change = 0; change < 4; change++)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
    return chance(0.3) ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes
  }
}

/** Half a character cannot stand in an address. */
const whole = (text: string) => text.replace(/[\ud800-\udfff]/g, '')

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
