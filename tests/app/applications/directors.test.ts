import { describe, expect } from 'vitest'
import { startDraft, stored, submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import { type After, type Scenario, scenarios } from '../../support/app/scenarios.ts'

const { directors } = answers[2]
const path = '/api/applications/{id}/directors'
const noDirector = 'At least one director name is required'

const lists =
  (expected: { name: string; position: string | null }[]): After =>
  ({ app, id, answer }) => {
    const kept = stored(app, id).directors.map(({ id, name, position }) => ({
      id,
      name,
      position,
    }))
    expect(kept.map(({ name, position }) => ({ name, position }))).toEqual(expected)
    expect(answer.json).toEqual({ directors: kept })
  }

const named = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Sample ${at + 1}`, position: null }))

describe('POST directors on a draft', () => {
  const rows: Omit<Scenario, 'path' | 'method' | 'before'>[] = [
    {
      name: 'keeps the list in its order',
      body: { directors },
      status: 200,
      after: lists(directors),
    },
    {
      name: 'drops entries without a name',
      body: { directors: [{ name: ' ', position: 'Chair' }, ...directors, {}, { name: null }] },
      status: 200,
      after: lists(directors),
    },
    {
      name: 'refuses a list of blanks only',
      body: {
        directors: [
          { name: '', position: '' },
          { name: '  ', position: 'Chair' },
        ],
      },
      status: 400,
      message: noDirector,
      errors: { directors: noDirector },
    },
    {
      name: 'empties the list when it is given an empty one',
      body: { directors: [] },
      status: 200,
      after: lists([]),
    },
    { name: 'refuses 51', body: { directors: named(51) }, status: 400 },
    ...[undefined, {}, { directors: 'x' }, [null]].map((body) => ({
      name: `refuses ${JSON.stringify(body)}`,
      body,
      status: 400,
    })),
  ]
  scenarios(
    rows.map((row) => ({
      ...row,
      method: 'POST',
      path,
      before: async (browser) => {
        const id = await startDraft(browser)
        await browser.post(path.replace('{id}', id), [{ name: 'Former Sample', position: 'Left' }])
        return id
      },
    })),
  )
})

describe('POST directors after the submit', () => {
  const after = (app: Parameters<typeof stored>[0], id: string) =>
    expect(stored(app, id).directors).toMatchObject(directors)
  const rows: Omit<Scenario, 'path' | 'method' | 'before'>[] = [
    { name: 'answers the same for the same list', body: { directors }, status: 200 },
    { name: 'refuses a shorter list', body: { directors: directors.slice(1) }, status: 409 },
    { name: 'refuses another order', body: { directors: directors.toReversed() }, status: 409 },
    {
      name: 'refuses the same words divided another way',
      body: {
        directors: directors.map(({ name, position }) => ({ name: `${name}, ${position}` })),
      },
      status: 409,
    },
  ]
  scenarios(
    rows.map((row) => ({
      ...row,
      method: 'POST',
      path,
      before: (browser) => submit(browser),
      after: ({ app, id }) => after(app, id),
    })),
  )
})
