import { describe, expect } from 'vitest'
import { startDraft, stored } from '../../support/app/applicants.ts'
import { answers, sectionSave } from '../../support/app/application-answers.ts'
import { type Before, scenarios } from '../../support/app/scenarios.ts'

const headers = { 'content-type': 'application/json' }
const lists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const draft = JSON.stringify(sectionSave(4))
const inField = (name: string, value: string) =>
  `{"4":${JSON.stringify(answers[4])},"${name}":${value}}`
const nothing = 'The request has no field of the registration form'

describe('a body that is not what its type says', () => {
  scenarios([
    ...['null', '[1,2]', '"text"', lists(30_000), '['.repeat(30_000)].map((raw) => ({
      name: `JSON that is ${raw.slice(0, 20)}`,
      raw,
      headers,
      status: 400,
    })),
    ...[
      '{"__proto__":{"buyerName":"x","directors":[{"name":"x"}],"status":"submitted"}}',
      '{"4":{"constructor":"x","toString":"x","hasOwnProperty":"x","valueOf":1}}',
      '{"2":{"__proto__":[{"name":"x"}]}}',
    ].map((raw) => ({ name: raw, raw, headers, status: 400, message: nothing })),
    ...['businessName', 'businessTypes', 'authSignature', 'directors', '1'].map((name) => ({
      name: `${name} 100,000 lists deep`,
      raw: inField(name, lists(100_000)),
      headers,
      status: 400,
    })),
    {
      name: 'an unknown key three objects deep is ignored',
      raw: inField('more', objects(3)),
      headers,
      status: 201,
    },
    {
      name: 'an unknown key 50,000 objects deep is not',
      raw: inField('more', objects(50_000)),
      headers,
      status: 400,
      message: 'The request has too many levels',
    },
    {
      name: 'a name with an index of 1,000,000 is a name like any other',
      body: { ...sectionSave(4), 'directors[1000000].name': 'x', 'businessTypes[1000000]': 'PLC' },
      status: 201,
      after: ({ app, answer }) =>
        expect(stored(app, String(answer.json?.id)).directors).toEqual([]),
    },
    {
      name: 'invisible characters alone count as blank',
      raw: JSON.stringify(sectionSave(4, { buyerName: '\u200b\u202e\0' })),
      headers,
      status: 400,
      errors: { buyerName: 'Buyer name is required' },
    },
  ])
})

describe('a body that is too large', () => {
  const message = 'The request is too large'
  const filled = (size: number) =>
    `${draft.slice(0, -1)},"filling":"${'x'.repeat(size - Buffer.byteLength(draft) - 13)}"}`
  const limit = 384 * 1024
  const before: Before = (browser) => startDraft(browser)
  const large = { raw: filled(limit + 1), headers, status: 413, message }
  scenarios([
    { name: '384 KiB are taken', raw: filled(limit), headers, status: 201 },
    { name: 'one byte more is not', ...large },
    { name: 'nor by a later save', before, ...large },
    {
      name: '65 KiB of directors',
      method: 'POST',
      path: '/api/applications/{id}/directors',
      before,
      raw: JSON.stringify({ directors: [], filling: 'x'.repeat(65 * 1024) }),
      headers,
      status: 413,
      message,
    },
  ])
})
