import { describe } from 'vitest'
import { startDraft } from '../../support/app/applicants.ts'
import { sectionSave } from '../../support/app/application-answers.ts'
import { type Before, type Scenario, scenarios } from '../../support/app/scenarios.ts'

const jsonType = { 'content-type': 'application/json' }
const limit = 384 * 1024
const deepList = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const draft = JSON.stringify(sectionSave(4))

/** The same bytes to the first save, a later one and the directors. */
const everywhere = (row: Omit<Scenario, 'method' | 'path' | 'before'>): Scenario[] => {
  const before: Before = (browser) => startDraft(browser)
  return [
    { ...row, name: `${row.name}, to the first save` },
    { ...row, name: `${row.name}, to a later save`, before },
    {
      ...row,
      name: `${row.name}, to the directors`,
      before,
      method: 'POST',
      path: '/api/applications/{id}/directors',
    },
  ]
}

describe('a body that is not what it says', () => {
  const wrong = ['null', '[1,2]', '"text"', deepList(30_000), '['.repeat(30_000)]
  scenarios([
    ...wrong.flatMap((raw) =>
      everywhere({
        name: `JSON that is ${raw.slice(0, 20)}`,
        raw,
        headers: jsonType,
        status: 400,
      }),
    ),
    ...everywhere({ name: 'no body and no type', status: 400 }),
    ...everywhere({
      name: 'plain text',
      raw: draft,
      headers: { 'content-type': 'text/plain' },
      status: 415,
      message: 'The content type must be application/json',
    }),
  ])
})

describe('a body that is too large', () => {
  const message = 'The request is too large'
  const filled = (size: number) =>
    `${draft.slice(0, -1)},"filling":"${'x'.repeat(size - Buffer.byteLength(draft) - 13)}"}`
  const large = filled(limit + 1024)
  scenarios([
    { name: '384 KiB are taken', raw: filled(limit), headers: jsonType, status: 201 },
    {
      name: 'one byte more is not',
      raw: filled(limit + 1),
      headers: jsonType,
      status: 413,
      message,
    },
    ...everywhere({ name: '385 KiB', raw: large, headers: jsonType, status: 413, message }),
    {
      name: '65 KiB of directors',
      method: 'POST',
      path: '/api/applications/{id}/directors',
      before: (browser) => startDraft(browser),
      raw: JSON.stringify({ directors: [], filling: 'x'.repeat(65 * 1024) }),
      headers: jsonType,
      status: 413,
      message,
    },
  ])
})
