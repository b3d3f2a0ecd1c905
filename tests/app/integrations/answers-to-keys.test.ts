import { getTableColumns, type Table } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, onTestFinished, test } from 'vitest'
import { applications, directors } from '#db/schema/applications.ts'
import { informationRequests } from '#db/schema/review.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { saveCompany } from '#src/domain/company/save-company.ts'
import { createApiKey } from '#src/domain/integrations/api-keys.ts'
import { apiAnswers } from '#src/forms/integrations/api-answers.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { signedIn } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { deliver, listEndpoint, signedInAdmin, withKey } from '../../support/integrations.ts'
import { jsonPeer } from '../../support/mail/json-peer.ts'
import { officer } from '../../support/mail/mail-settings.ts'
import { answer, ask } from '../../support/requests.ts'

const planted = 'known to nobody outside'

/** Adds a column to a table, in the database and for the queries, as a later version would. */
function addColumn({ deps }: TestApp, table: Table, name: string) {
  const more = sqliteTable(name, { planted: text().default(planted) })
  deps.db.sqlite.exec(`alter table ${name} add column planted text default '${planted}'`)
  const columns = getTableColumns(table) as Record<string, unknown>
  columns.planted = more.planted
  onTestFinished(() => {
    delete columns.planted
  })
}

const second = { username: 'second', password: 'seven green lamps', role: 'reviewer' } as const

/** A record with all that staff do at the desk, and an approval that was proposed. */
async function fullRecord(app: TestApp) {
  const { id, browser } = await signedIn(app)
  const { legal: _, version, ...present } = companyOf(app.deps)
  const checks = { readyChecks: ['Credit report'], ownChecks: '' }
  saveCompany(app.deps, officer, { ...present, ...checks, secondPersonAbove: 1000 }, version)
  const staff = await adminBrowser(app)
  const page = `/admin/applications/${id}`
  await staff.patch(`/api/applications/${id}`, { vatNo: 'GB123456789' })
  await staff.postForm(page, { action: 'note', note: 'Always pays late' })
  await staff.postForm(page, { action: 'take' })
  const check = new FormData()
  const result = { check: 'Credit report', state: 'passed', checkNote: 'Score 80', expected: '0' }
  for (const [name, value] of Object.entries(result)) check.append(name, value)
  await staff.send(page, { method: 'POST', body: check })
  await ask(staff, id, 'Who owns it?')
  await answer(browser, { answer: 'Jo owns it.' })
  const proposal = { customerCode: 'EX-1', creditLimit: '5,000', remark: 'A friend of the house' }
  const proposed = await staff.patch(`/api/applications/${id}/approve`, proposal)
  expect(proposed.status).toBe(202)
  const colleague = await adminBrowser(app, second)
  const { key } = createApiKey(app.deps, await signedInAdmin(app), 'ERP')
  return { id, page, staff, colleague, erp: withKey(app.browser(), key) }
}

async function confirm({ page, colleague }: Awaited<ReturnType<typeof fullRecord>>) {
  const proposal = /name="proposal" value="([^"]+)"/.exec((await colleague.get(page)).text)?.[1]
  await colleague.postForm(page, { proposal: proposal ?? '', action: 'confirm' })
}

test('shows a new column of a table in no answer to a key and in no webhook', async () => {
  const app = testApp()
  addColumn(app, applications, 'applications')
  addColumn(app, directors, 'directors')
  addColumn(app, informationRequests, 'information_requests')
  const peer = await jsonPeer(() => ({ status: 204 }))
  await listEndpoint(app, peer.url)
  const record = await fullRecord(app)
  await confirm(record)
  const path = `/api/applications/${record.id}`
  expect((await record.staff.get(path)).text).toContain(planted)
  for (const read of ['/api/applications', path, `${path}/directors`, '/openapi.json'])
    expect((await record.erp.get(read)).text).not.toContain('planted')
  for (const version of ['', '?version=signed'])
    expect(JSON.stringify(await record.erp.get(`${path}/pdf${version}`))).not.toContain(planted)
  deliver(app)
  await expect.poll(() => peer.asked.length).toBeGreaterThan(1)
  for (const { body } of peer.asked) expect(body).not.toContain('planted')
})

test('lets a key read what openapi.json names, and nothing else', async () => {
  const app = testApp()
  const { id, erp } = await fullRecord(app)
  const { json } = await app.browser().get('/openapi.json')
  const { schemas } = (json as Described).components
  const path = `/api/applications/${id}`
  const answers = { list: '/api/applications', record: path, directors: `${path}/directors` }
  for (const [name, read] of Object.entries(answers)) {
    const answer = (await erp.get(read)).json ?? {}
    expect(Object.keys(answer)).toEqual(Object.keys(schemas[name]?.properties ?? {}))
    expect(apiAnswers[name as keyof typeof answers].parse(answer)).toEqual(answer)
  }
})

test('hides from a key who proposed what, who owns an application and what staff noted', async () => {
  const app = testApp()
  const record = await fullRecord(app)
  const { id, erp } = record
  const read = async () =>
    (await erp.get('/api/applications')).text + (await erp.get(`/api/applications/${id}`)).text
  const before = await read()
  expect(before).not.toMatch(/propos|EX-1|owner|application taken|note added|Score|check recorded/)
  await confirm(record)
  const after = await read()
  expect(after).toContain('"financeBy":"second"')
  expect(after).not.toMatch(/propos|owner|pays late|friend of the house|check digits/)
})

test('still lets a key read a record with words that this version does not know', async () => {
  const app = testApp()
  const { id, erp } = await fullRecord(app)
  const odd = `update applications set business_types = '["Guild"]', date_incorporation = 'in May', status = 'completed'`
  app.deps.db.sqlite.exec(odd)
  expect((await erp.get('/api/applications')).json?.applications).toMatchObject([
    { status: 'completed', businessTypes: ['Guild'] },
  ])
  expect((await erp.get(`/api/applications/${id}`)).json).toMatchObject({
    dateIncorporation: 'in May',
  })
})

type Described = { components: { schemas: Record<string, { properties: object }> } }
