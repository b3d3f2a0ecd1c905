import { describe, expect } from 'vitest'
import { stored } from '../../support/app/applicants.ts'
import { answers, sectionSave } from '../../support/app/application-answers.ts'
import { type After, type Scenario, scenarios } from '../../support/app/scenarios.ts'

const jsonType = { 'content-type': 'application/json' }
const deepList = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const deepObject = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

describe('depths and names that cost more than they say', () => {
  const depth = 100_000
  const inField = (name: string, value: string) =>
    `{"4":${JSON.stringify(answers[4])},"${name}":${value}}`
  scenarios([
    {
      name: 'an unknown key 100,000 lists deep is ignored',
      raw: inField('more', deepList(depth)),
      headers: jsonType,
      status: 201,
    },
    {
      name: 'an unknown key 50,000 objects deep is ignored',
      raw: inField('more', deepObject(50_000)),
      headers: jsonType,
      status: 201,
    },
    ...['businessName', 'businessTypes', 'authSignature', 'directors', '1'].flatMap(
      (name): Scenario[] => [
        {
          name: `${name} 100,000 lists deep`,
          raw: inField(name, deepList(depth)),
          headers: jsonType,
          status: 400,
        },
        {
          name: `${name} 50,000 objects deep`,
          raw: inField(name, deepObject(50_000)),
          headers: jsonType,
          status: name === '1' ? 201 : 400,
        },
      ],
    ),
    {
      name: 'a name with an index of 1,000,000 is a name like any other',
      body: { ...sectionSave(4), 'directors[1000000].name': 'x', 'businessTypes[1000000]': 'PLC' },
      status: 201,
      after: ({ app, answer }) =>
        expect(stored(app, String(answer.json?.id)).directors).toEqual([]),
    },
    { name: 'a section 1,000,000', body: { 1000000: answers[1] }, status: 400 },
    {
      name: '20,000 unknown keys',
      body: {
        ...Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at])),
        ...sectionSave(4),
      },
      status: 201,
    },
    {
      name: 'the same key 10,000 times: the last one counts',
      raw: `{${'"buyerName":"x",'.repeat(10_000)}"buyerName":"Last Sample"}`,
      headers: jsonType,
      status: 201,
      after: ({ app, answer }) =>
        expect(stored(app, String(answer.json?.id)).application.buyerName).toBe('Last Sample'),
    },
  ])
})

describe('keys that reach for the prototype', () => {
  const nothing = 'The request has no field of the registration form'
  const raws = [
    '{"__proto__":{"buyerName":"x","directors":[{"name":"x"}],"status":"submitted"}}',
    '{"4":{"constructor":"x","toString":"x","hasOwnProperty":"x","valueOf":1}}',
    '{"2":{"__proto__":[{"name":"x"}]}}',
  ]
  scenarios(
    raws.map((raw) => ({ name: raw, raw, headers: jsonType, status: 400, message: nothing })),
  )
})

describe('texts', () => {
  const keeps =
    (field: string, kept: string): After =>
    ({ app, answer }) =>
      expect(stored(app, String(answer.json?.id)).application).toMatchObject({ [field]: kept })
  const clean: [given: string, kept: string][] = [
    // every mark that goes or stays is tried in tests/unit/forms/text.test.ts
    ['"\\u202eBo\\u0000 Sam\\u0007ple\\ud800"', 'Bo Sample'],
    ['"<script>alert(1)</script>"', '<script>alert(1)</script>'],
    ['"\'; drop table applications; --"', "'; drop table applications; --"],
  ]
  scenarios([
    ...clean.map(([given, kept]) => ({
      name: `${given} is kept as ${kept}`,
      raw: `{"buyerName":${given}}`,
      headers: jsonType,
      status: 201,
      after: keeps('buyerName', kept),
    })),
    {
      name: 'only marks that nobody sees are a blank',
      raw: JSON.stringify(sectionSave(4, { buyerName: '\u200b\u202e\0' })),
      headers: jsonType,
      status: 400,
      errors: { buyerName: 'Buyer name is required' },
    },
  ])
})
