import { describe, expect, test } from 'vitest'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { answers } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { addCertificate, issue, pdfBytes, sha256Of } from '../../support/app/issued-documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const document = pdfBytes('signed')

async function signed() {
  const app = testApp()
  const id = await submit(app.browser())
  return { app, id, sha256: issue(app, id, document) }
}

/** Posts files as the form does without scripts. */
function post(browser: Browser, ...files: [name: string, bytes: Uint8Array | string][]) {
  const body = new FormData()
  for (const [name, bytes] of files)
    body.append('file', new Blob([bytes as BlobPart], { type: 'application/pdf' }), name)
  return browser.send('/verify', { method: 'POST', body })
}

const check = (app: TestApp, bytes: Uint8Array) => post(app.browser(), ['document.pdf', bytes])

/** What the page says in its card, or in its summary of errors. */
const said = (html: string) => {
  const page = html.slice(0, html.indexOf('<template'))
  const [, shown = ''] = /<section class="outcome"(.*?)<\/section>/s.exec(page) ?? []
  const [, faults = ''] = /<div class="error-summary"(.*?)<\/div>/s.exec(page) ?? []
  return (shown + faults).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

type Prepare = (staged: { app: TestApp; id: string }) => Promise<Uint8Array> | Uint8Array
const decide = async ({ app, id }: { app: TestApp; id: string }, code: string) => {
  app.clock.now += 60_000
  await (await adminBrowser(app)).patch(`/api/applications/${id}/approve`, { customerCode: code })
  issue(app, id, pdfBytes(code), 'countersigned')
  app.clock.now += 60_000
  await (await adminBrowser(app)).patch(`/api/applications/${id}/reject`, {})
  issue(app, id, pdfBytes(`not ${code}`), 'countersigned')
}

const outcomes: [name: string, prepare: Prepare, says: string[]][] = [
  [
    'an untouched document',
    () => document,
    ['Issued here and unchanged', 'Signed document', '20 November 2026 at 10:00'],
  ],
  [
    'a document whose application was edited since',
    async ({ app, id }) => {
      await (await adminBrowser(app)).patch(`/api/applications/${id}`, { buyerName: 'New Name' })
      return document
    },
    ['Issued here, details amended since'],
  ],
  [
    'a signed document whose application was decided since',
    async (staged) => {
      await decide(staged, 'C-1')
      return document
    },
    ['Issued here and unchanged', 'The application has been decided since'],
  ],
  [
    'a decision that a later one replaced',
    async (staged) => {
      await decide(staged, 'C-1')
      return pdfBytes('C-1')
    },
    ['Issued here, replaced by a later decision', 'Countersigned document', 'Decided'],
  ],
  [
    'the last decision',
    async (staged) => {
      await decide(staged, 'C-1')
      return pdfBytes('not C-1')
    },
    ['Issued here and unchanged', 'Countersigned document'],
  ],
  [
    'a document that was erased since',
    async ({ app }) => {
      await erasePerson(app.deps, answers[1].mainEmail)
      return document
    },
    ['Issued here, content erased since'],
  ],
  [
    'a document with one byte changed',
    () => document.map((byte, at) => (at === 12 ? byte ^ 1 : byte)),
    ['Not issued here', 'The smallest change counts'],
  ],
  [
    'a compression bomb in a PDF, which nobody opens',
    () => Buffer.concat([Buffer.from('%PDF-1.7\n/FlateDecode stream\n'), Buffer.alloc(9_000_000)]),
    ['Not issued here'],
  ],
]

describe('without scripts', () => {
  test.each(outcomes)('%s is told as such', async (_, prepare, says) => {
    const staged = await signed()
    const bytes = await prepare(staged)
    const { status, text } = await check(staged.app, bytes)
    expect(status).toBe(200)
    for (const words of says) expect(said(text)).toContain(words)
    expect(text).not.toMatch(new RegExp(`${staged.id}|${answers[1].businessName}|New Name`))
  })

  const pdf = (size: number) => Buffer.concat([document, Buffer.alloc(size - document.length)])
  const faults: [string, number, string, [string, Uint8Array | string][]][] = [
    ['no file', 400, 'Choose a PDF file first', [['', '']]],
    ['nothing at all', 400, 'Choose a PDF file first', []],
    ['an empty file', 400, 'This file is empty', [['a.pdf', '']]],
    ['a text', 400, 'This is not a PDF', [['a.pdf', 'hello']]],
    ['a picture', 400, 'This is not a PDF', [['a.png', '\x89PNG\r\n']]],
    [
      'two files',
      400,
      'Choose one file at a time',
      [
        ['a.pdf', document],
        ['b.pdf', document],
      ],
    ],
    ['one byte over 10 MB', 413, 'larger than 10 MB', [['a.pdf', pdf(10 * 1024 * 1024 + 1)]]],
    ['12 MB', 413, 'larger than 10 MB', [['a.pdf', pdf(12 * 1024 * 1024)]]],
  ]

  test.each(faults)('%s is answered %d: %s', async (_, status, message, files) => {
    const { app } = await signed()
    const answer = await post(app.browser(), ...files)
    expect(answer.status).toBe(status)
    expect(said(answer.text)).toContain(message)
    expect(answer.text).toContain('id="file-error"')
  })

  test('nothing of the file is stored or logged', async () => {
    const { app, sha256 } = await signed()
    const before = app.dump()
    await post(app.browser(), ['Jo Sample.pdf', document])
    await app.browser().get(`/verify?sha256=${sha256}`)
    expect(app.dump()).toEqual(before)
    expect(app.logged().join()).not.toMatch(new RegExp(`Jo Sample|${sha256}`))
  })
})

describe('a link with a SHA-256', () => {
  test('shows what is known of it, and says that this is no check of a file', async () => {
    const { app, sha256 } = await signed()
    const { status, text } = await app.browser().get(`/verify?sha256=${sha256.toUpperCase()}`)
    expect(status).toBe(200)
    expect(said(text)).toContain('Issued here A document with this SHA-256 was issued here.')
    expect(said(text)).toContain('says nothing about your file')
    expect(said(text)).not.toContain('unchanged')
  })

  test.each(['', 'hello', '<script>alert(1)</script>', 'ab'.repeat(33)])(
    'that is none, %j, is refused, and stays in its field',
    async (typed) => {
      const { status, text } = await testApp()
        .browser()
        .get(`/verify?sha256=${encodeURIComponent(typed)}`)
      expect(status).toBe(400)
      expect(said(text)).toContain('A SHA-256 has 64 characters')
      expect(text).not.toContain('<script>alert')
      expect(text).toContain(`>${typed.replace(/</g, '&lt;').replace(/>/g, '&gt;')}</textarea>`)
    },
  )
})

test('the page shows the fingerprint of each certificate in groups', async () => {
  const app = testApp()
  addCertificate(app, 'one')
  const groups = sha256Of('one').toUpperCase().match(/.{4}/g)?.join(' ')
  expect((await app.browser().get('/verify')).text).toContain(groups)
})

test('an hour holds 600 checks of one address, by call, link and file together', async () => {
  const app = testApp({ limitFactor: 0.005 })
  const browser = app.browser()
  const statuses = [
    (await browser.get(`/api/verify/${sha256Of('x')}`)).status,
    (await browser.get(`/verify?sha256=${sha256Of('x')}`)).status,
    (await post(browser, ['a.pdf', document])).status,
  ]
  expect(statuses).toEqual([200, 200, 200])
  const refused = [
    await browser.get(`/api/verify/${sha256Of('x')}`),
    await browser.get(`/verify?sha256=${sha256Of('x')}`),
    await post(browser, ['a.pdf', document]),
  ]
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429])
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  for (const { text } of refused) expect(text).toContain('Too many requests')
  expect((await browser.get('/verify')).status).toBe(200)
})
