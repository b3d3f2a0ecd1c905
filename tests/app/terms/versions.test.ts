import { describe, expect, test } from 'vitest'
import { transact } from '#db/transaction.ts'
import { signedDataOf } from '#src/domain/applications/frozen-data.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { listTerms, termsInForce, termsText, versionInForce } from '#src/domain/terms/versions.ts'
import { fillDraft, stored, submit } from '../../support/app/applicants.ts'
import { publish } from '../../support/app/terms.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const source = '# Prices\n\nOur prices are net of VAT.\n\n# Delivery\n\nWe deliver by van.'
const path = '/terms-conditions'

const read = async ({ request }: TestApp, query = '') => {
  const answer = await request(path + query)
  const text = (await answer.text()).replaceAll('<!-- -->', '')
  return { status: answer.status, text, robots: answer.headers.get('x-robots-tag') }
}

describe('published terms', () => {
  test('puts published terms in force at midnight of their day, even on a page rendered before', async () => {
    const app = testApp()
    expect(publish(app, source, '2026-12-01')).toBe('2026-12-01')
    app.clock.now = Date.parse('2026-11-30T23:59:59Z')
    expect((await read(app)).text).toContain('Version 2026-11')
    app.clock.now = Date.parse('2026-12-01T00:00:00Z')
    const now = await read(app)
    expect(now.text).toContain('Version 2026-12-01, in force from 1 December 2026')
    expect(termsText(termsInForce(app.deps))).toMatch(
      /^Supplier terms\n\nVersion 2026-12-01, in force from 1 December 2026\n\n/,
    )
    expect(now.text).toContain(', published on 20 November 2026')
    expect(now.text).toContain('Our prices are net of VAT.')
    expect(now.robots).toBeNull()
  })

  test('gives terms of one day different names after a restore from a copy that knew none of them', () => {
    const [lost, restored] = [testApp(), testApp()]
    const event = { action: 'database restored' } as const
    transact(restored.deps, (deps) => recordEvent(deps, { kind: 'system' }, event))
    const before = publish(lost, source, '2026-12-01')
    const names = [source, `${source}\n\nBy rail.`, source].map((text) =>
      publish(restored, text, '2026-12-01'),
    )
    expect(new Set([before, ...names]).size).toBe(4)
    restored.clock.now = Date.parse('2026-12-01T10:00:00Z')
    expect(versionInForce(restored.deps)).toBe(names[2])
  })

  test('never changes published terms, even by a direct write to the database', () => {
    const app = testApp()
    publish(app, source, '2026-12-01')
    for (const write of ["UPDATE terms_versions SET source = 'x'", 'DELETE FROM terms_versions'])
      expect(() => app.deps.db.sqlite.exec(write)).toThrow('published terms do not change')
  })

  test('shows each version of the terms at its own address, and only those in force to search engines', async () => {
    const app = testApp()
    publish(app, source, '2026-11-20')
    publish(app, `${source}\n\nBy ship.`, '2026-12-24')
    publish(app, `${source}\n\nBy rail.`, '2026-12-24')
    const [first, present, replaced, coming, unknown] = [
      await read(app, '?version=2026-11'),
      await read(app, '?version=2026-11-20'),
      await read(app, '?version=2026-12-24'),
      await read(app, '?version=2026-12-24-2'),
      await read(app, '?version=2026-13'),
    ]
    expect(first.text).toContain('earlier terms, which are no longer in force')
    expect(first.text).toContain('id="clause-51"')
    expect(replaced.text).toContain(
      'These terms, meant for 24 December 2026, never came into force.',
    )
    expect(coming.text).toContain('These terms come into force on 24 December 2026.')
    expect([first, present, replaced, coming].map(({ robots }) => robots)).toEqual([
      'noindex',
      null,
      'noindex',
      'noindex',
    ])
    expect(unknown.status).toBe(404)
    expect((await read(app)).text).not.toContain('By rail')
    expect(listTerms(app.deps).map(({ version, state }) => `${version} ${state}`)).toEqual([
      ...['2026-11 earlier', '2026-11-20 in-force', '2026-12-24 void', '2026-12-24-2 coming'],
    ])
  })

  test('keeps terms withdrawn under version 0.1.0 out of force, and readable', async () => {
    const app = testApp()
    const version = publish(app, source, '2026-11-21')
    app.deps.db.sqlite.exec(`INSERT INTO terms_withdrawals VALUES ('${version}', 0, 'editor')`)
    app.clock.now = Date.parse('2026-11-21T10:00:00Z')
    expect(versionInForce(app.deps)).toBe('2026-11')
    const { text, robots } = await read(app, `?version=${version}`)
    expect([robots, text]).toEqual(['noindex', expect.stringContaining('never came into force')])
    expect(text).toContain('by van')
  })

  test('leads a visitor to each other version, also future ones, but to none that never came into force', async () => {
    const app = testApp()
    const hrefs = async (query = '') =>
      [
        ...(await read(app, query)).text.matchAll(/href="\/terms-conditions\?version=([^"]+)"/g),
      ].map(([, version]) => version)
    expect(await hrefs()).toEqual([])
    publish(app, source, '2026-11-20')
    publish(app, source.replace('van', 'drone'), '2026-12-24')
    publish(app, source.replace('van', 'rail'), '2026-12-24')
    expect(await hrefs()).toEqual(['2026-12-24-2', '2026-11'])
    expect(await hrefs('?version=2026-11')).toEqual(['2026-12-24-2', '2026-11-20'])
    expect((await read(app, '?version=2026-11')).text.replaceAll('<!-- -->', '')).toContain(
      '>Version 2026-11-20</a>, in force now',
    )
  })
})

test('names in a signature the version that was in force, whatever is published later', async () => {
  const app = testApp()
  const draft = app.browser()
  const id = await fillDraft(draft)
  expect(stored(app, id).application.termsVersion).toBe('2026-11')
  publish(app, source, '2026-11-20')
  const { sha256 } = termsInForce(app.deps)
  const other = await submit(app.browser(), { mainEmail: 'other@example.com' })
  publish(app, `${source}\n\nBy rail.`, '2026-11-20')
  expect(signedDataOf(app.deps, other)?.terms).toEqual({ version: '2026-11-20', sha256 })
})
