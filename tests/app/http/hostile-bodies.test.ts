import { describe, expect, test } from 'vitest'
import { startDraft } from '../../support/app/applicants.ts'
import { sectionSave } from '../../support/app/application-answers.ts'
import { type Before, type Scenario, scenarios } from '../../support/app/scenarios.ts'
import { testApp } from '../../support/app/test-app.ts'

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
    [
      'invalid UTF-8',
      Buffer.from([...Buffer.from('{"4":{"buyerName":"'), 0xc3, 0x28, ...Buffer.from('"}}')]),
    ],
    ['UTF-16', Buffer.from('\ufeff{"4":{"buyerName":"Bo"}}', 'utf16le')],
    ['lists that are never closed', '['.repeat(30_000)],
  ]
  const wrong: [string, string][] = [
    'null',
    '[]',
    '[1,2]',
    '5',
    '"text"',
    'true',
    deepList(30_000),
  ].map((text) => [text.slice(0, 20), text])
  scenarios([
    ...broken.flatMap(([name, raw]) =>
      everywhere({ name, raw, headers: jsonType, status: 400, message: notJson }),
    ),
    ...wrong
      .flatMap(([name, raw]) =>
        everywhere({ name: `JSON that is ${name}`, raw, headers: jsonType, status: 400 }),
      )
      .filter(({ name }) => !/JSON that is \[\], to the directors/.test(name)),
    ...everywhere({ name: 'no body', headers: jsonType, status: 400 }),
    ...everywhere({ name: 'no body and no type', status: 400 }),
  ])
})

describe('a content type that is not JSON', () => {
  const types = [
    'text/html',
    'application/xml',
    'application/jsonp',
    'application/json5',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    ' ',
  ]
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
    {
      name: 'JSON in capitals with a charset is JSON',
      raw: draft,
      headers: { 'content-type': 'Application/JSON; charset=utf-8' },
      status: 201,
    },
  ])
})

describe('a body that is too large', () => {
  const message = 'The request is too large'
  const filled = (size: number) =>
    `${draft.slice(0, -1)},"filling":"${'x'.repeat(size - Buffer.byteLength(draft) - 13)}"}`
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
    {
      name: 'one byte more is not',
      raw: filled(limit + 1),
      headers: jsonType,
      status: 413,
      message,
    },
    ...everywhere({ name: '385 KiB', raw: large, headers: jsonType, status: 413, message }),
    {
      name: '385 KiB in chunks, without a length',
      raw: chunked(large),
      headers: jsonType,
      status: 413,
      message,
    },
    {
      name: 'a length that says too much, before anything is read',
      raw: draft,
      headers: { ...jsonType, 'content-length': String(limit + 1) },
      status: 413,
      message,
    },
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
