import { describe, expect, test } from 'vitest'
import { fairQueue, QueueFull } from '#src/security/fair-queue.ts'
import { latch } from '../../support/held-check.ts'

describe('a queue with turns', () => {
  test('runs as many jobs at once as allowed, and the others in the order of arrival', async () => {
    const { add, done, finish } = stage({ atOnce: 2, mostWaiting: 8 })
    for (const name of ['a1', 'a2', 'a3', 'a4']) add('a', name)
    expect(await done()).toEqual([])
    finish('a2')
    expect(await done()).toEqual(['a2'])
    finish('a1')
    finish('a3')
    expect(await done()).toEqual(['a2', 'a1', 'a3'])
  })

  test('lets origins take turns, however much one of them wants', async () => {
    const { add, started } = stage({ atOnce: 1, mostWaiting: 8, finished: true })
    for (const name of ['a1', 'a2', 'a3', 'a4']) add('a', name)
    for (const name of ['b1', 'b2']) add('b', name)
    expect(await started()).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
  })

  test('gives a newcomer the last place of the origin with the most when the queue is full', async () => {
    const { add, refused, started } = stage({ atOnce: 1, mostWaiting: 3, finished: true })
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) add('a', name)
    add('b', 'b1')
    expect(await started()).toEqual(['a1', 'a2', 'b1', 'a3'])
    expect(refused()).toEqual(['a5', 'a4'])
  })

  test('takes no place from an origin with hardly more, and is free again when all have ended', async () => {
    const full = stage({ atOnce: 1, mostWaiting: 3, finished: true })
    for (const name of ['a1', 'b1', 'a2', 'a3', 'b2']) full.add(name[0] ?? '', name)
    expect(await full.started()).toEqual(['a1', 'b1', 'a2', 'a3'])
    const { add, refused, started, done } = stage({ atOnce: 1, mostWaiting: 3, finished: true })
    for (const name of ['a1', 'b1', 'a2', 'a3', 'b2', 'c1', 'c2']) add(name[0] ?? '', name)
    expect(await started()).toEqual(['a1', 'b1', 'a2', 'c1'])
    expect(refused()?.toSorted()).toEqual(['a3', 'b2', 'c2'])
    add('d', 'd1')
    expect(await done()).toContain('d1')
  })

  test('goes on after a job that failed', async () => {
    const inTurn = fairQueue({ atOnce: 1, mostWaiting: 1 })
    const failing = inTurn('a', () => Promise.reject(new Error('no')))
    const next = inTurn('a', async () => 'yes')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })
})

/** A queue whose work ends when the test says so, or at once when `finished`. */
function stage({ finished = false, ...size }: Parameters<typeof fairQueue>[0] & Finished) {
  const inTurn = fairQueue(size)
  const [begun, ended, turnedAway]: string[][] = [[], [], []]
  const ends = new Map<string, () => void>()
  const all: Promise<void>[] = []
  function add(origin: string, name: string) {
    const { open, opened } = latch()
    ends.set(name, open)
    if (finished) open()
    const work = inTurn(origin, async () => {
      begun?.push(name)
      await opened
    })
    const settled = work.then(
      () => void ended?.push(name),
      (error) => {
        if (!(error instanceof QueueFull)) throw error
        turnedAway?.push(name)
      },
    )
    all.push(settled)
  }
  const turns = () => new Promise((resolve) => setImmediate(resolve))
  return {
    add,
    finish: (name: string) => ends.get(name)?.(),
    started: () => Promise.all(all).then(() => begun),
    done: () => turns().then(() => ended),
    refused: () => turnedAway,
  }
}

type Finished = { finished?: boolean }
