import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { Deps } from '#src/deps.ts'
import { Refusal } from '#src/domain/refusal.ts'
import type { HonoEnv } from '#src/http/context.ts'
import { errorResponse } from '#src/http/errors.ts'
import { limitDuplicates } from '#src/http/middleware/limit.ts'
import { inTurn } from '#src/http/requests/registration.ts'
import { createLimits, limitTable } from '#src/security/limits.ts'
import { latch } from '../../../support/held-check.ts'

describe('saves of an address that another application has', () => {
  const duplicate = 'An application with this email address already exists'
  const taken = () => {
    throw new Refusal('conflict', 'no', { errors: { mainEmail: duplicate } })
  }
  const free = () => 'saved'
  /** Makes one save; returns its status. */
  function saving(mainEmail: unknown, ownKey: string | null = null) {
    const deps = { limits: createLimits(2 / limitTable.duplicateAddress.points) } as Deps
    return async (save: () => unknown) => {
      const app = new Hono<HonoEnv>()
      app.use(async (c, next) => {
        c.set('deps', deps)
        c.set('address', '203.0.113.9')
        await next()
      })
      app.post('/', async (c) => c.text(String(await limitDuplicates(c, mainEmail, ownKey, save))))
      app.onError((error, c) => errorResponse(c, error))
      return (await app.request('/', { method: 'POST' })).status
    }
  }
  /** Saves one after the other; returns their statuses. */
  function stage(mainEmail: unknown, ownKey: string | null = null) {
    const one = saving(mainEmail, ownKey)
    return async (...saves: (() => unknown)[]) => {
      const statuses: number[] = []
      for (const save of saves) statuses.push(await one(save))
      return statuses
    }
  }

  test('are refused when they were too many, and then free addresses too', async () => {
    const save = stage('ann@example.com')
    expect(await save(free, taken, free, taken, free, taken)).toEqual([
      200, 409, 200, 409, 429, 429,
    ])
  })

  test('are refused when they were too many at the same moment', async () => {
    const save = saving('ann@example.com')
    expect(await Promise.all([taken, taken, taken, taken].map(save))).toEqual([409, 409, 429, 429])
  })

  test('do not count when they were refused for something else', async () => {
    const save = stage('ann@example.com')
    const other = () => {
      throw new Refusal('conflict', 'no', { errors: { postCode: duplicate } })
    }
    const plain = () => {
      throw new Refusal('conflict', duplicate)
    }
    const fault = () => {
      throw Object.assign(new Error('no'), { details: { errors: { mainEmail: duplicate } } })
    }
    expect(await save(other, plain, fault, other, plain, fault, free)).toEqual([
      409, 409, 500, 409, 409, 500, 200,
    ])
  })

  test.each([
    ['ANN@example.com', 'ann@example.com'],
    [undefined, null],
    [['ann@example.com'], null],
  ])('are not counted for the own address, and for none: %j', async (mainEmail, ownKey) => {
    expect(await stage(mainEmail, ownKey)(taken, taken, taken, free)).toEqual([409, 409, 409, 200])
  })
})

describe('writes to one draft', () => {
  const deps = () => ({ draftWrites: new Map() }) as unknown as Deps

  test('follow each other, those to another do not wait, and a fault stops none', async () => {
    const [store, done] = [deps(), [] as string[]]
    const [first, second] = [latch(), latch()]
    const write = (name: string, until: Promise<void>) => async () => {
      await until
      done.push(name)
      if (name === 'first') throw new Error('failed')
      return name
    }
    const one = inTurn(store, 'a', write('first', first.opened))
    const two = inTurn(store, 'a', write('second', second.opened))
    second.open()
    expect(await inTurn(store, 'b', write('other', Promise.resolve()))).toBe('other')
    expect(done).toEqual(['other'])
    first.open()
    await expect(one).rejects.toThrow('failed')
    const three = inTurn(store, 'a', write('third', Promise.resolve()))
    expect([await two, await three]).toEqual(['second', 'third'])
    expect(done).toEqual(['other', 'first', 'second', 'third'])
    expect(store.draftWrites.size).toBe(0)
  })

  test('follow the one that waits, however the one before it ends', async () => {
    const [store, done] = [deps(), [] as string[]]
    const held = latch()
    const one = inTurn(store, 'a', async () => void done.push('first'))
    const two = inTurn(store, 'a', async () => {
      await held.opened
      done.push('second')
    })
    await one
    const three = inTurn(store, 'a', async () => void done.push('third'))
    await new Promise(setImmediate)
    expect(done).toEqual(['first'])
    held.open()
    await Promise.all([two, three])
    expect(done).toEqual(['first', 'second', 'third'])
    expect(store.draftWrites.size).toBe(0)
  })
})
