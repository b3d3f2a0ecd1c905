import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#src/domain/refusal.ts'
import type { HonoEnv } from '#src/http/context.ts'
import { describeError, errorResponse, failureOf, HttpError, isApi } from '#src/http/errors.ts'

const sqlite = (code: string) => Object.assign(new Error('a secret path'), { code })
const full = 'The data could not be stored right now. Please try again in a moment.'
const busy =
  'The database is busy with maintenance. Nothing was changed. Please try again in a moment.'
const broken = 'Something went wrong on our side. Please try again.'

describe('an error of the API', () => {
  test.each([
    [new HttpError(415, 'not that type'), 415, 'not that type', null],
    [new Refusal('invalid', 'no'), 400, 'no', null],
    [new Refusal('not-signed-in', 'no'), 401, 'no', null],
    [new Refusal('not-allowed', 'no'), 403, 'no', null],
    [new Refusal('unknown', 'no'), 404, 'no', null],
    [new Refusal('conflict', 'no'), 409, 'no', null],
    [new Refusal('stale', 'no'), 412, 'no', null],
    [new Refusal('too-large', 'no'), 413, 'no', null],
    [new Refusal('too-many', 'no', { retryAfter: 7 }), 429, 'no', '7'],
    [new Refusal('unavailable', 'no'), 503, 'no', null],
    [sqlite('SQLITE_BUSY'), 503, busy, '5'],
    [sqlite('SQLITE_FULL'), 503, full, '5'],
    [sqlite('SQLITE_IOERR_WRITE'), 503, full, '5'],
    [sqlite('SQLITE_CONSTRAINT'), 500, broken, null],
    [sqlite('NOT_SQLITE_FULL'), 500, broken, null],
    [new Error('a secret path'), 500, broken, null],
  ])('%s is %i', async (error, status, message, retryAfter) => {
    const app = new Hono<HonoEnv>().get('/', (c) => errorResponse(c, error))
    const response = await app.request('/')
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ message })
    expect(response.headers.get('retry-after')).toBe(retryAfter)
  })

  test('names the fields that are wrong', () => {
    const refusal = new Refusal('invalid', 'no', { errors: { postCode: 'no post code' } })
    expect(describeError(refusal)).toEqual({
      status: 400,
      body: { message: 'no', errors: { postCode: 'no post code' } },
    })
  })

  test.each(['a text', null, undefined, { code: 'SQLITE_FULL' }])(
    'says nothing of what was thrown: %j',
    (thrown) => {
      expect(describeError(thrown)).toEqual({ status: 500, body: { message: broken } })
    },
  )
})

describe('a refused form', () => {
  async function failure(error: unknown) {
    const app = new Hono<HonoEnv>().get('/', (c) => c.json(failureOf(c, error)))
    app.onError((thrown) => new Response(thrown.message))
    return app.request('/')
  }

  test('shows the message above the form when no field says it', async () => {
    const response = await failure(new Refusal('too-many', 'Wait.', { retryAfter: 7 }))
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await response.json()).toEqual({
      status: 429,
      message: 'Wait.',
      errors: {},
      notice: 'Wait.',
    })
  })

  test('shows it at the field when one does', async () => {
    const errors = { password: 'Too short' }
    const response = await failure(new Refusal('invalid', 'Too short', { errors }))
    expect(response.headers.get('retry-after')).toBeNull()
    expect(await response.json()).toEqual({
      status: 400,
      message: 'Too short',
      errors,
      notice: null,
    })
  })

  test('is not made of any other error', async () => {
    expect(await (await failure(new HttpError(413, 'too large'))).text()).toBe('too large')
  })
})

test.each([
  ['/api', true],
  ['/api/client/me', true],
  ['/apis', false],
  ['/client/api/', false],
  ['/', false],
])('%s is a path of the API: %s', async (path, expected) => {
  const app = new Hono<HonoEnv>().get('*', (c) => c.json(isApi(c)))
  expect(await (await app.request(path)).json()).toBe(expected)
})
