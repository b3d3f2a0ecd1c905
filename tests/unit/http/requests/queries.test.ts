import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { HonoEnv } from '#src/http/context.ts'
import { errorResponse } from '#src/http/errors.ts'
import { listQueryOf } from '#src/http/requests/list-request.ts'
import { timelineCursor } from '#src/http/requests/record-request.ts'

const key = { kind: 'api-key', name: 'ERP', address: '192.0.2.1' } as const

const app = new Hono<HonoEnv>()
  .get('/list', (c) => c.json(listQueryOf(c, key)))
  .get('/timeline', (c) => c.json({ cursor: timelineCursor(c) }))
app.onError((error, c) => errorResponse(c, error))

async function asked(path: string) {
  const response = await app.request(path)
  return { status: response.status, ...(await response.json()) }
}

describe('the list of applications', () => {
  const plain = {
    status: 200,
    search: '',
    filter: null,
    owner: null,
    order: null,
    limit: 50,
    cursor: null,
  }

  test.each([
    ['', plain],
    ['?search=&status=&limit=&cursor=', plain],
    ['?search=Sample+Ltd&cursor=abc', { ...plain, search: 'Sample Ltd', cursor: 'abc' }],
    ['?limit=1000', { ...plain, limit: 1000 }],
    ['?status=recent', { ...plain, filter: 'recent' }],
    ['?owner=nobody', { ...plain, owner: 'nobody' }],
  ])('accepts "%s" for the list of applications', async (query, expected) => {
    expect(await asked(`/list${query}`)).toEqual(expected)
  })

  test.each(['0', '1001', '-1', '10x'])(
    'refuses a limit of %s for the list of applications',
    async (limit) => {
      expect(await asked(`/list?limit=${limit}`)).toEqual({
        status: 400,
        message: 'limit must be 1 to 1000',
      })
    },
  )

  test.each(['Draft', 'toString'])(
    'refuses the status %s for the list of applications',
    async (filter) => {
      expect(await asked(`/list?status=${filter}`)).toEqual({
        status: 400,
        message: expect.stringMatching(/^status must be one of submitted, approved,/),
      })
    },
  )
})

describe('the timeline', () => {
  const start = { history: null, notes: null, emails: null }

  test.each([
    ['', start],
    ['?history=12', { ...start, history: 12 }],
    ['?emails=7&history=12&page=3', { ...start, history: 12, emails: 7 }],
  ])('accepts "%s" for the timeline', async (query, cursor) => {
    expect(await asked(`/timeline${query}`)).toEqual({ status: 200, cursor })
  })

  test.each(['history', 'notes', 'emails'])(
    'refuses what is no number of %s for the timeline',
    async (list) => {
      for (const before of ['x', '-1', '1.5', '12x', 'x12', '1234567890123456'])
        expect(await asked(`/timeline?${list}=${before}`), before).toEqual({
          status: 400,
          message: `${list} must be a value that a page has under earlier`,
        })
    },
  )
})
