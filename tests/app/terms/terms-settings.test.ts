import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { eventChanges, events } from '#db/schema/events.ts'
import { minutes } from '#src/domain/calendar.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { fillDraft } from '../../support/app/applicants.ts'
import { testApp } from '../../support/app/test-app.ts'

const path = '/admin/company/terms'
const source = '# Prices\n\nOur prices are net of VAT.\n\n# Delivery\n\nWe deliver by van.'
const date = { inForceFrom: '2026-12-01' }

const plain = (html: string) => html.replaceAll('<!-- -->', '')
const markIn = (text: string) => /name="expected" value="([^"]+)"/.exec(text)?.[1] ?? ''

/** The page as somebody without scripts fills it in: what it holds already, and what is typed over it. */
async function opened() {
  const app = testApp()
  const browser = await adminBrowser(app)
  const first = await browser.get(path)
  const post = (action: string, typed: string, more: Record<string, string> = {}) =>
    browser.postForm(path, { action, termsText: typed, expected: markIn(first.text), ...more })
  /** Publishes what the page has shown as a preview. */
  const publish = async (typed: string, more: Record<string, string>) => {
    const asked = await post('publish', typed, more)
    const [, preview] = /name="preview" value="([^"]+)"/.exec(asked.text) ?? []
    return preview ? post('publish', typed, { ...more, preview }) : asked
  }
  return { app, browser, first, post, publish }
}

test('shows the typed text in the editor as customers will read it', async () => {
  const { post } = await opened()
  const preview = await post('preview', source)
  expect(preview.text).toContain('<li id="clause-2" class="clause">')
  expect(preview.text).toMatch(/<textarea[^>]*># Prices/)
})

test('says at which line the editor cannot read the text, and keeps what was typed', async () => {
  const { post } = await opened()
  for (const action of ['preview', 'publish']) {
    const { status, text } = await post(action, '# Prices\n\n# Delivery\n\nBy van.', date)
    expect(status, action).toBe(400)
    expect(text).toContain('Line 1: The heading “Prices” has no clause below it')
    expect(text).toContain('aria-describedby="terms-termsText-hint terms-termsText-error"')
    expect(text).toMatch(/<textarea[^>]*># Prices\n\n# Delivery/)
  }
})

test('refuses terms of very many clauses', async () => {
  const { post } = await opened()
  const some = `# A\n\n${'b\n\n'.repeat(499)}`
  for (const text of [`${some}c`, `${some}# C\nd`, '# a\nb\n'.repeat(251)]) {
    const refused = await post('preview', text)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('must have 500 headings and clauses or fewer')
  }
  expect((await post('preview', some)).status).toBe(200)
})

test('refuses to publish over another administrator’s newer version, and leads to that version', async () => {
  const { app, publish } = await opened()
  expect((await publish(source, date)).status).toBe(303)
  const mine = source.replace('van', 'drone')
  const late = await publish(mine, date)
  expect(late.status).toBe(412)
  expect(late.text).toContain('published or have come into force since you opened this page')
  expect(plain(late.text)).toContain('href="/terms-conditions?version=2026-12-01"')
  expect(late.text).toMatch(/<textarea[^>]*># Prices[^<]*drone/)
  expect((await publish(mine, { ...date, expected: markIn(late.text) })).status).toBe(303)
  expect(app.dump().terms_versions).toHaveLength(2)
})

test('stores a published version with its date once, lists it, and records an event', async () => {
  const { app, browser, post, publish } = await opened()
  const done = await publish(source, date)
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
  const preview = createHash('sha256').update(`${date.inForceFrom} ${source}`).digest('hex')
  expect((await post('publish', source, { ...date, preview })).status).toBe(303)
  expect(app.dump().terms_versions).toHaveLength(1)
})

test('asks before publishing, with a preview and the number of drafts, and again for another text', async () => {
  const { app, post } = await opened()
  await fillDraft(app.browser())
  const asked = await post('publish', source, date)
  expect(asked.status).toBe(200)
  expect(asked.text).toContain('Publish these terms?')
  expect(asked.text).toContain('1 application is unfinished')
  expect(plain(asked.text)).toContain('<span>We deliver by van.</span>')
  expect(plain(asked.text)).toContain('href="/terms-conditions?version=2026-11" target="_blank"')
  const preview = /name="preview" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
  const other = source.replace('van', 'drone')
  expect((await post('publish', other, { ...date, preview })).text).toContain(
    'Publish these terms?',
  )
  expect(app.dump().terms_versions).toEqual([])
})

test('returns a text that is far too long in its editor, with its length', async () => {
  const { post } = await opened()
  const { status, text } = await post('publish', `# A\n\n${'x'.repeat(300_000)}`, date)
  expect(status).toBe(400)
  expect(text).toContain('must be 60,000 characters or fewer. These have 300,005')
  expect(text).toContain('xxx</textarea>')
})

test('asks for a date of today or later and a fresh password before publishing', async () => {
  const { app, post, publish } = await opened()
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
  expect((await publish(source, { ...date, currentPassword })).status).toBe(303)
})
