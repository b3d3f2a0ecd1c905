import { describe, expect, test } from 'vitest'
import { startDraft, stored } from '../support/applicants.ts'
import { answers, sectionSave } from '../support/application-answers.ts'
import { type Scenario, scenarios } from '../support/scenarios.ts'
import { testApp } from '../support/test-app.ts'

const jsonType = { 'content-type': 'application/json' }
const limit = 384 * 1024
const deepList = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const deepObject = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const draft = JSON.stringify(sectionSave(4))

/** The same bytes to the first save, a later one and the directors. */
const everywhere = (row: Omit<Scenario, 'method' | 'path' | 'before'>): Scenario[] => {
  const before: Scenario['before'] = (browser) => startDraft(browser)
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
  const notJson = 'The request is not valid JSON'
  const broken: [string, NonNullable<RequestInit['body']>][] = [
    ['half of it', draft.slice(0, 200)],
    ['a word', 'hello'],
    ['a trailing comma', '{"4": {"buyerName": "Bo",}}'],
    ['two values', '{}{}'],
    ['only spaces', '   '],
    ['NaN', '{"4": NaN}'],
    ['a comment', '{/* 4 */}'],
    ['a NUL', '\0'],
    ['invalid UTF-8', Buffer.from([...Buffer.from('{"4":{"buyerName":"'), 0xc3, 0x28, ...Buffer.from('"}}')])],
    ['UTF-16', Buffer.from('\ufeff{"4":{"buyerName":"Bo"}}', 'utf16le')],
    ['an unclosed depth of 100,000', '['.repeat(30_000)],
  ]
  const wrong: [string, string][] = ['null', '[]', '[1,2]', '5', '"text"', 'true', deepList(30_000)].map(
    (text) => [text.slice(0, 20), text],
  )
  scenarios([
    ...broken.flatMap(([name, raw]) =>
      everywhere({ name, raw, headers: jsonType, status: 400, message: notJson }),
    ),
    ...wrong.flatMap(([name, raw]) =>
      everywhere({ name: `JSON that is ${name}`, raw, headers: jsonType, status: 400 }),
    ).filter(({ name }) => !/JSON that is \[\], to the directors/.test(name)),
    ...everywhere({ name: 'no body', headers: jsonType, status: 400 }),
    ...everywhere({ name: 'no body and no type', status: 400 }),
  ])
})

describe('a content type that is not JSON', () => {
  const types = ['text/html', 'application/xml', 'application/jsonp', 'application/json5', 'text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', ' ']
  scenarios([
    ...types.flatMap((type) =>
      everywhere({
        name: type,
        raw: draft,
        headers: { 'content-type': type },
        status: 415,
        message: 'The content type must be application/json',
      }),
    ),
    { name: 'no type at all', raw: new TextEncoder().encode(draft), status: 415 },
    { name: 'JSON in capitals with a charset is JSON', raw: draft, headers: { 'content-type': 'Application/JSON; charset=utf-8' }, status: 201 },
  ])
})

describe('a body that is too large', () => {
  const message = 'The request is too large'
  const filled = (size: number) => `${draft.slice(0, -1)},"filling":"${'x'.repeat(size - Buffer.byteLength(draft) - 13)}"}`
  const chunked = (text: string) =>
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < text.length; at += 16_384)
          controller.enqueue(new TextEncoder().encode(text.slice(at, at + 16_384)))
        controller.close()
      },
    })
  const large = filled(limit + 1024)
  scenarios([
    { name: '384 KiB are taken', raw: filled(limit), headers: jsonType, status: 201 },
    { name: 'one byte more is not', raw: filled(limit + 1), headers: jsonType, status: 413, message },
    ...everywhere({ name: '385 KiB', raw: large, headers: jsonType, status: 413, message }),
    { name: '385 KiB in chunks, without a length', raw: chunked(large), headers: jsonType, status: 413, message },
    {
      name: 'a length that says too much, before anything is read',
      raw: draft,
      headers: { ...jsonType, 'content-length': String(limit + 1) },
      status: 413,
      message,
    },
    { name: '65 KiB of directors', method: 'POST', path: '/api/applications/{id}/directors', before: (browser) => startDraft(browser), raw: JSON.stringify({ directors: [], filling: 'x'.repeat(65 * 1024) }), headers: jsonType, status: 413, message },
  ])

  test('an endless body is cut off at the limit', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(32))
      },
    })
    const init = { method: 'POST', body: endless, headers: jsonType, duplex: 'half' }
    const answer = await testApp().request('/api/applications', init as RequestInit)
    expect(answer.status).toBe(413)
    expect(sent).toBeLessThan(2 * limit)
  })
})

describe('depths and names that cost more than they say', () => {
  const depth = 100_000
  const inField = (name: string, value: string) => `{"4":${JSON.stringify(answers[4])},"${name}":${value}}`
  scenarios([
    { name: 'an unknown key 100,000 lists deep is ignored', raw: inField('more', deepList(depth)), headers: jsonType, status: 201 },
    { name: 'an unknown key 50,000 objects deep is ignored', raw: inField('more', deepObject(50_000)), headers: jsonType, status: 201 },
    ...['businessName', 'businessTypes', 'poMandatory', 'dateIncorporation', 'authSignature', 'typedName', 'directors', 'currentSection', 'status', '1', '2'].flatMap(
      (name): Scenario[] => [
        { name: `${name} 100,000 lists deep`, raw: inField(name, deepList(depth)), headers: jsonType, status: 400 },
        { name: `${name} 50,000 objects deep`, raw: inField(name, deepObject(50_000)), headers: jsonType, status: ['1', '2'].includes(name) ? 201 : 400 },
      ],
    ),
    { name: 'a name with an index of 1,000,000 is a name like any other', body: { ...sectionSave(4), 'directors[1000000].name': 'x', 'businessTypes[1000000]': 'PLC' }, status: 201, after: ({ house, answer }) => expect(stored(house, String(answer.json?.id)).directors).toEqual([]) },
    { name: 'a section 1,000,000', body: { 1000000: answers[1] }, status: 400 },
    { name: '20,000 unknown keys', body: { ...Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at])), ...sectionSave(4) }, status: 201 },
    { name: 'the same key 10,000 times: the last one counts', raw: `{${'"buyerName":"x",'.repeat(10_000)}"buyerName":"Last Sample"}`, headers: jsonType, status: 201, after: ({ house, answer }) => expect(stored(house, String(answer.json?.id)).application.buyerName).toBe('Last Sample') },
  ])
})

describe('keys that reach for the prototype', () => {
  const nothing = 'The request has no field of the registration form'
  const raws = [
    '{"__proto__":{"buyerName":"x","directors":[{"name":"x"}],"status":"submitted"}}',
    '{"1":{"__proto__":{"buyerName":"x","directors":[{"name":"x"}]}}}',
    '{"constructor":{"prototype":{"buyerName":"x"}}}',
    '{"4":{"constructor":"x","toString":"x","hasOwnProperty":"x","valueOf":1}}',
    '{"2":{"__proto__":[{"name":"x"}]}}',
  ]
  scenarios(
    raws.map((raw) => ({ name: raw, raw, headers: jsonType, status: 400, message: nothing })),
  )

  test('nothing they say sticks to other objects', () => {
    expect('buyerName' in {}).toBe(false)
    expect(Object.prototype).not.toHaveProperty('directors')
  })
})

describe('texts', () => {
  const keeps =
    (field: string, kept: string): Scenario['after'] =>
    ({ house, answer }) =>
      expect(stored(house, String(answer.json?.id)).application).toMatchObject({ [field]: kept })
  const clean: [given: string, kept: string][] = [
    ['"Bo\\u0000 Sam\\u0007ple"', 'Bo Sample'],
    ['"\\u202eBo\\u202c \\u2066Sample\\u2069\\u200f"', 'Bo Sample'],
    ['"Bo\\ud800 Sample\\udc00"', 'Bo Sample'],
    ['"Bo\\ufeff\\u200b\\u00ad\\u2060 Sample"', 'Bo Sample'],
    ['"Bo\\u0085\\u009f Sample\\u007f"', 'Bo Sample'],
    ['"e\\u200b\\u0301"', 'é'],
    ['"Bo \\ud83d\\ude00"', 'Bo 😀'],
    ['"Bo\\r\\nSample"', 'Bo Sample'],
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
    { name: 'only marks that nobody sees are a blank', raw: JSON.stringify(sectionSave(4, { buyerName: '\u200b\u202e\0' })), headers: jsonType, status: 400, errors: { buyerName: 'Buyer name is required' } },
    { name: 'a line of 200 characters', body: { buyerName: 'b'.repeat(200) }, status: 201 },
    { name: 'a line of 201', body: { buyerName: 'b'.repeat(201) }, status: 400, says: ['buyerName', '200'] },
    { name: 'a line of 200 between spaces', body: { buyerName: `  ${'b'.repeat(200)}  ` }, status: 201 },
    ...['businessAddress', 'previousAddress', 'invoiceAddress', 'deliveryAddress'].flatMap((field) => [
      { name: `${field} of 1000 characters`, body: { [field]: 'a'.repeat(1000) }, status: 201 },
      { name: `${field} of 1001`, body: { [field]: 'a'.repeat(1001) }, status: 400, says: [field, '1000'] },
    ]),
    { name: 'an address for mail of 254 characters', body: sectionSave(4, { buyerEmail: `${'b'.repeat(60)}@${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example` }), status: 201 },
    { name: 'an address for mail of 255', body: { buyerEmail: `${'b'.repeat(243)}@example.com` }, status: 400 },
    { name: 'a date of 201 characters', body: { agreementDate: '2'.repeat(201) }, status: 400 },
  ])
})
