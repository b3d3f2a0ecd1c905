import { expect, test } from 'vitest'
import type { Answer, Browser } from './browser.ts'
import { type TestApp, type TestAppOptions, testApp } from './test-app.ts'

export type Outcome = { app: TestApp; browser: Browser; id: string; answer: Answer }
export type After = (outcome: Outcome) => void | Promise<void>
export type Before = (browser: Browser, app: TestApp) => Promise<string>

/** One row of a table: a request, what must come back, and what must be stored afterwards. */
export type Scenario = {
  name: string
  app?: TestAppOptions
  /** Brings the app into its state; the id it answers stands for `{id}` in the path. */
  before?: Before
  method?: string
  path?: string
  body?: unknown
  /** Sent as it is, instead of `body`. */
  raw?: NonNullable<RequestInit['body']>
  headers?: Record<string, string>
  status: number
  message?: string
  errors?: Record<string, string>
  says?: string[]
  saysNot?: string[]
  /** The one table that the refusal may write to. */
  writes?: string
  /** Looks at what is stored. After a refusal nothing may have changed, without a word in the table. */
  after?: After
}

/**
 * Makes a test of each row. Beside what the row says, a refusal must have the one error shape of the API, and must
 * have written nothing; nothing may answer 500.
 */
export function scenarios(rows: Scenario[]) {
  for (const row of rows) test(row.name, () => play(row))
}

async function play(row: Scenario) {
  const app = testApp(row.app)
  const browser = app.browser()
  const id = row.before ? await row.before(browser, app) : ''
  const stored = app.dump()
  const answer = await browser.send(pathOf(row, id), {
    method: row.method ?? (id ? 'PUT' : 'POST'),
    ...bodyOf(row),
  })
  expect(answer.json?.message ?? '').toBe(row.message ?? answer.json?.message ?? '')
  expect(answer.status, answer.text).toBe(row.status)
  if (row.errors) expect(answer.json?.errors).toEqual(row.errors)
  for (const text of row.says ?? []) expect(answer.text).toContain(text)
  for (const text of row.saysNot ?? []) expect(answer.text).not.toContain(text)
  if (row.status >= 400) {
    expectError(answer)
    const kept = app.dump()
    if (row.writes) kept[row.writes] = stored[row.writes] ?? []
    expect(kept).toEqual(stored)
  }
  await row.after?.({ app, browser, id, answer })
}

/** `{message, errors?}` and no other word. */
export function expectError({ headers, json, text }: Answer) {
  expect(headers.get('content-type')).toBe('application/json')
  const { message, errors, ...rest } = json ?? {}
  expect(message, text).toMatch(/\S/)
  expect(rest).toEqual({})
  for (const error of Object.values((errors ?? {}) as object)) expect(error).toMatch(/\S/)
}

const pathOf = ({ path }: Scenario, id: string) =>
  (path ?? (id ? '/api/applications/{id}' : '/api/applications')).replace('{id}', id)

function bodyOf({ body, raw, headers = {} }: Scenario): RequestInit {
  if (raw !== undefined) return { body: raw, headers, duplex: 'half' } as RequestInit
  if (body === undefined) return { headers }
  return {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  }
}
