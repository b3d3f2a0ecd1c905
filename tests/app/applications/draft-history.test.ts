import { expect, test } from 'vitest'
import { verifyChain } from '#src/domain/audit/chain.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { startDraft } from '../../support/app/applicants.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import { testApp } from '../../support/app/test-app.ts'

type Entry = { changes: { field: string; before: string | null; after: string | null }[] }

/** A save in which many long fields differ from those of another number: some 30 KB in the history. */
const long = (number: number) => {
  const text = (length: number) => String.fromCodePoint(0x4e00 + number).repeat(length)
  const directors = Array.from({ length: 20 }, () => ({ name: text(200), position: text(200) }))
  return { businessAddress: text(1000), buyerName: text(200), directors }
}

test('keeps 256 KiB of values, then only names, in the history of a draft saved endlessly, and verifies it', async () => {
  const app = testApp()
  const browser = app.browser()
  const id = await startDraft(browser)
  for (let number = 0; number < 40; number++) {
    expect((await browser.put(`/api/applications/${id}`, long(number))).status).toBe(200)
    const directors = [{ name: 'x'.repeat(number + 1) }]
    await browser.post(`/api/applications/${id}/directors`, { directors })
  }
  expect(Buffer.byteLength(JSON.stringify(app.dump().event_changes))).toBeLessThan(320 * 1024)
  const admin = await adminBrowser(app)
  const { json } = await admin.get(`/api/applications/${id}`)
  const [newest, before] = (json?.history ?? []) as Entry[]
  expect([newest?.changes, before?.changes]).toEqual([
    [expect.objectContaining({ field: 'directors' })],
    expect.arrayContaining([{ field: 'buyerName', before: null, after: null, unrecorded: true }]),
  ])
  const page = await admin.get(`/admin/applications/${id}`)
  expect(page.text).toContain('a value that was not recorded')
  expect((await browser.put(`/api/applications/${id}`, finalSave())).status).toBe(200)
  expect(verifyChain(app.deps).breaks).toEqual([])
})
