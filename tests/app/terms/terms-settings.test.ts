import { expect, test } from 'vitest'
import { eventChanges, events } from '#db/schema/events.ts'
import { minutes } from '#src/domain/durations.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { testApp } from '../../support/app/test-app.ts'

const path = '/admin/company/terms'
const source = '# Prices\n\nOur prices are net of VAT.\n\n# Delivery\n\nWe deliver by van.'
const date = { inForceFrom: '2026-12-01' }

const plain = (html: string) => html.replaceAll('<!-- -->', '')
const seenIn = (text: string) => /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? ''

/** The page as somebody without scripts fills it in: what it holds already, and what is typed over it. */
async function opened() {
  const app = testApp()
  const browser = await adminBrowser(app)
  const first = await browser.get(path)
  const post = (action: string, typed: string, more: Record<string, string> = {}) =>
    browser.postForm(path, { action, termsText: typed, seen: seenIn(first.text), ...more })
  return { app, browser, first, post }
}

test('the editor numbers the typed text, and marks the words that differ from the terms in force', async () => {
  const { first, post } = await opened()
  const preview = await post('preview', source)
  expect(preview.text).toContain('<li id="clause-2" class="clause">')
  expect(preview.text).toMatch(/<textarea[^>]*># Prices/)
  const [, typed = ''] = /<textarea[^>]*>([^<]*)/.exec(first.text) ?? []
  const { text } = await post('differences', typed.replace('for 30 days', 'for 60 days'))
  expect(plain(text)).toContain('<del>30</del><ins>60</ins>')
  expect(plain(text)).toContain('Differences from version 2026-11')
})

test('the editor says at which line it cannot read the text, and keeps what was typed', async () => {
  const { post } = await opened()
  for (const action of ['preview', 'differences', 'publish']) {
    const { status, text } = await post(action, '# Prices\n\n# Delivery\n\nBy van.', date)
    expect(status, action).toBe(400)
    expect(text).toContain('Line 1: The heading “Prices” has no clause below it')
    expect(text).toContain('aria-describedby="terms-termsText-hint terms-termsText-error"')
    expect(text).toMatch(/<textarea[^>]*># Prices\n\n# Delivery/)
  }
})

test('a text of very many clauses, which nobody could compare, is refused', async () => {
  const { post } = await opened()
  const some = `# A\n\n${'b\n\n'.repeat(499)}`
  for (const text of [`${some}c`, `${some}# C\nd`, '# a\nb\n'.repeat(251)]) {
    const refused = await post('differences', text)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('must have 500 headings and clauses or fewer')
  }
  expect((await post('preview', some)).status).toBe(200)
})

test('publishing over what another administrator published since is refused, and shows the differences', async () => {
  const { app, post } = await opened()
  expect((await post('publish', source, date)).status).toBe(303)
  const mine = source.replace('van', 'drone')
  const late = await post('publish', mine, date)
  expect(late.status).toBe(412)
  expect(late.text).toContain('published or have come into force since you opened this page')
  expect(plain(late.text)).toContain('<del>van</del><ins>drone</ins>')
  expect((await post('publish', mine, { ...date, seen: seenIn(late.text) })).status).toBe(303)
  expect(app.dump().terms_versions).toHaveLength(2)
})

test('publishing stores a version with its date, once, lists it, and leaves an event', async () => {
  const { app, browser, post } = await opened()
  const done = await post('publish', source, date)
  expect(done.headers.get('location')).toBe(`${path}?done=published`)
  const { text } = await browser.get(`${path}?done=published`)
  expect(text).toContain('Terms published')
  expect(plain(text)).toContain('href="/terms-conditions?version=2026-12-01">Version 2026-12-01<')
  expect(plain(text)).toContain(
    'In force from 1 December 2026. Published 20 November 2026 at 10:00 by reviewer.',
  )
  const { orm } = app.deps.db
  const event = orm.select().from(events).all().at(-1)
  const changes = orm.select().from(eventChanges).all().at(-1)?.changes
  expect(event).toMatchObject({ action: 'terms published', actor: 'reviewer' })
  expect(changes).toContainEqual({ field: 'version', before: '2026-11', after: '2026-12-01' })
  expect((await post('publish', source, date)).status).toBe(303)
  expect(app.dump().terms_versions).toHaveLength(1)
})

test('publishing needs a date of today or later, and a fresh password', async () => {
  const { app, post } = await opened()
  for (const [inForceFrom, message] of [
    ['2026-11-19', 'Choose today or a later day'],
    ['2026-02-30', 'Enter a date'],
  ] as const) {
    const { status, text } = await post('publish', source, { inForceFrom })
    expect(status).toBe(400)
    expect(text).toContain(`<a href="#terms-inForceFrom">${message}</a>`)
  }
  app.clock.now += minutes(11)
  const late = await post('publish', source, date)
  expect(late.status).toBe(403)
  expect(late.text).toContain('href="#terms-currentPassword"')
  expect(app.dump().terms_versions).toEqual([])
  const currentPassword = reviewer.password
  expect((await post('publish', source, { ...date, currentPassword })).status).toBe(303)
})
