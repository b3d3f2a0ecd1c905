import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Refusal } from '#src/domain/refusal.ts'
import type { Ctx, HonoEnv } from '#src/http/context.ts'
import { errorResponse } from '#src/http/errors.ts'
import { page } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm, formOf } from '#src/http/requests/form-request.ts'

/** An app whose POST does `handle`. */
function appWith(handle: (c: Ctx) => unknown) {
  const app = new Hono<HonoEnv>()
  app.post('/', async (c) => {
    const outcome = await handle(c)
    return outcome instanceof Response ? outcome : c.json({ outcome: outcome ?? null })
  })
  app.onError((error, c) => errorResponse(c, error))
  return app
}

const asJson = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
})

const asForm = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})

describe('a form', () => {
  const schema = z.object({
    name: z.string('Name is missing').min(2, 'Name is too short').regex(/^A/, 'Name has no A'),
    code: z.string('Code is missing'),
  })

  test.each([
    ['{"name":"Ann","code":"1"}', 200, { outcome: { name: 'Ann', code: '1' } }],
    [
      '{"name":"b"}',
      400,
      {
        message: 'Name is too short',
        errors: { name: 'Name is too short', code: 'Code is missing' },
      },
    ],
    [
      '',
      400,
      {
        message: 'Name is missing',
        errors: { name: 'Name is missing', code: 'Code is missing' },
      },
    ],
    ['[]', 400, { message: 'The request must be a JSON object', errors: {} }],
    ['"text"', 400, { message: 'The request must be a JSON object', errors: {} }],
  ])('sent as %s is %i', async (body, status, expected) => {
    const response = await appWith((c) => formOf(c, schema, 100)).request('/', asJson(body))
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual(expected)
  })

  test('is refused when it is longer than its limit', async () => {
    const app = appWith((c) => formOf(c, schema, 10))
    expect((await app.request('/', asJson('{"name":"Ann"}'))).status).toBe(413)
  })

  test('may be posted without scripts', () => {
    expect(checkForm(schema, new URLSearchParams('name=Ann&code=1'))).toEqual({
      name: 'Ann',
      code: '1',
    })
  })
})

describe('the actions of a page', () => {
  const failedPage = page(() => null, {} as never, { title: 'failed' })
  const donePage = page(() => null, {} as never, { title: 'done' })
  const post = actions(
    {
      default: () => '/next',
      show: () => donePage,
      say: (_, form) => `/said?${form.get('word')}`,
      refuse: async () => {
        throw new Refusal('invalid', 'No', { errors: { word: 'No' } })
      },
      break: () => {
        throw new Error('broken')
      },
    },
    (_, failure) => ({ ...failedPage, props: failure }),
  )
  const sent = (fields: Record<string, string>) =>
    appWith(async (c) => {
      const outcome = await post(c)
      return outcome instanceof Response ? outcome : { ...outcome, component: 'page' }
    }).request('/', asForm(fields))

  test.each([
    [{}, '/next'],
    [{ action: 'default' }, '/next'],
    [{ action: 'say', word: 'hello' }, '/said?hello'],
  ])('%j leads to %s', async (fields, path) => {
    const response = await sent(fields as Record<string, string>)
    expect([response.status, response.headers.get('location')]).toEqual([303, path])
  })

  test('may show a page at once, and show the form again when it is refused', async () => {
    expect(await (await sent({ action: 'show' })).json()).toMatchObject({
      outcome: { title: 'done' },
    })
    const { outcome } = await (await sent({ action: 'refuse', word: 'x' })).json()
    expect(outcome).toMatchObject({
      title: 'failed',
      props: { status: 400, message: 'No', errors: { word: 'No' }, action: 'refuse' },
    })
  })

  test.each(['constructor', 'other', ''])('are refused when unknown: "%s"', async (action) => {
    const response = await sent({ action })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ message: 'Unknown form action' })
  })

  test('are small forms, and their faults are no refusals', async () => {
    expect((await sent({ word: 'x'.repeat(4092) })).status).toBe(413)
    expect((await sent({ action: 'break' })).status).toBe(500)
  })
})
