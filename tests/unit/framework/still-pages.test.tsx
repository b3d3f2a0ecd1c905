import { HtmlValidate } from 'html-validate'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { numberedTerms } from '#src/domain/terms/parse.ts'
import { builtInParts } from '#src/domain/terms/terms-text.ts'
import { PageRecordContext } from '#src/framework/island.tsx'
import NotFound, { title as notFoundTitle } from '../../../routes/_404.tsx'
import ErrorPage from '../../../routes/_error.tsx'
import Landing, { title as landingTitle } from '../../../routes/index.tsx'
import Success, { title as successTitle } from '../../../routes/success.tsx'
import Terms, { title as termsTitle } from '../../../routes/terms-conditions.tsx'

const company = {
  name: 'Sample Instruments Ltd',
  logo: '/logo.svg',
  accent: null,
  salesEmail: 'sales@example.com',
  telephone: null,
  legal: '',
  sendsNothing: false,
  privacyUrl: null,
}
const parts = numberedTerms(builtInParts)
const listing = {
  version: '2026-11',
  state: 'in-force' as const,
  inForceFrom: null,
  publishedAt: null,
  publishedBy: null,
  withdrawnAt: null,
  withdrawnBy: null,
}
const pages = {
  landing: draw(<Landing company={company} />),
  'not found': draw(<NotFound company={company} />),
  error: draw(<ErrorPage company={company} status={500} heading="Sample" requestId="sample-id" />),
  success: draw(<Success company={company} promise="2-3 business days" id="7K3M-Q9TX-2VHD" />),
  'success without an id': draw(
    <Success company={company} promise="2-3 business days" id={null} />,
  ),
  terms: draw(<Terms {...{ company, listing, parts, differences: null }} />),
  'earlier terms': draw(
    <Terms
      {...{ company, parts, listing: { ...listing, state: 'earlier' } }}
      differences={{
        since: '2026-10',
        differences: [
          { kind: 'clause', was: 1, number: 2, words: [{ text: 'New', mark: 'added' }] },
          { kind: 'heading', was: null, number: null, words: [{ text: 'Old', mark: 'removed' }] },
        ],
      }}
    />,
  ),
}
const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })

describe.each(Object.entries(pages))('%s', (_, html) => {
  test('is valid HTML', async () => {
    const page = `<!doctype html><html lang="en-GB"><head><title>Sample</title></head><body>${html}</body></html>`
    const { results } = await validator.validateString(page)
    expect(results.flatMap((r) => r.messages.map((m) => `${m.ruleId}: ${m.message}`))).toEqual([])
  })

  test('has one h1, the way past the header, the help contact and an empty toast region', () => {
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html.indexOf('href="#main"')).toBeLessThan(html.indexOf('<header'))
    expect(html).toMatch(/<footer.*mailto:sales@example\.com/)
    expect(html).toMatch(/<div id="toasts"[^>]*><\/div>/)
  })

  test('has no style attribute and no preload that React slipped in', () => {
    expect(html).not.toMatch(/\sstyle=|<link/)
  })
})

test('the landing page offers the three ways in, from heavy to light, under the logo', () => {
  const links = [
    ...pages.landing.matchAll(/<a class="button button-(\w+)" href="([^"]+)">([^<]+)/g),
  ]
  expect(links.map(([, look, href, text]) => [look, href, text])).toEqual([
    ['primary', '/client-form', 'Supplier/Client Registration Form'],
    ['outlined', '/client-login', 'Client Portal Login'],
    ['ghost', '/admin', 'Admin Access'],
  ])
  expect(pages.landing).toMatch(/<img[^>]*alt="Sample Instruments Ltd"/)
})

test('the terms run from 1 to 51 in one numbering under eleven headings, each with a link to itself', () => {
  expect(pages.terms.match(/<h2/g)).toHaveLength(11)
  const numbers = [...pages.terms.matchAll(/<li id="(clause-\d+)"[^>]*><a href="#\1"[^>]*>(\d+)</g)]
  expect(numbers.map(([, , number]) => Number(number))).toEqual(
    Array.from({ length: 51 }, (_, at) => at + 1),
  )
})

test('every page has a title of its own', () => {
  const titles = [notFoundTitle, landingTitle, successTitle, termsTitle]
  expect(new Set(titles).size).toBe(titles.length)
})

function draw(page: ReactNode): string {
  const record = { islands: [], scripts: [], nameOf: () => undefined }
  return renderToStaticMarkup(<PageRecordContext value={record}>{page}</PageRecordContext>)
}
