import { describe, expect, test } from 'vitest'
import { jobs } from '#db/schema/jobs.ts'
import { verify } from '#src/commands/verify.ts'
import { days } from '#src/domain/calendar.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { saveCompany } from '#src/domain/company/save-company.ts'
import { createApiKey } from '#src/domain/integrations/api-keys.ts'
import { cleanUp } from '#src/domain/maintenance/clean-up.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { exportPerson } from '#src/domain/privacy/person-export.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import type { Browser } from '../../support/app/browser.ts'
import { clientBrowser, emailsOf } from '../../support/app/clients.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { keyedApp, runBeside } from '../../support/commands.ts'
import { signedInAdmin, withKey } from '../../support/integrations.ts'
import { officer } from '../../support/mail/mail-settings.ts'
import { answer, ask, pdf, requestsOf } from '../../support/requests.ts'

const question = 'Which credit do you need a month?\nPlease name two trade references.'

function setQuestion({ deps }: TestApp, standingQuestion: string | null, standingFiles = true) {
  const { legal: _, version, ...present } = companyOf(deps)
  saveCompany(deps, officer, { ...present, standingQuestion, standingFiles }, version)
}

/** A credit application that was submitted while there was a question, its client, and a reviewer. */
async function asked({ app = testApp(), takesFiles = true, accountType = 'credit' } = {}) {
  setQuestion(app, question, takesFiles)
  const id = await submit(app.browser(), { accountType })
  const admin = await adminBrowser(app)
  return { app, id, admin, client: clientBrowser(app, id) }
}

const listed = async (admin: Browser, status = '') => {
  const { json } = await admin.get(`/api/applications?status=${status}`)
  return json?.applications as { waiting: object }[]
}

const openIds = async (client: Browser) =>
  [...(await client.get('/client-portal')).text.matchAll(/name="request" value="(\d+)"/g)].map(
    ([, id]) => id ?? '',
  )

describe('the question that every credit applicant is asked', () => {
  test('shows the standing question in the receipt, in the portal, on the record and in the history', async () => {
    const { app, id, admin, client } = await asked()
    expect(emailsOf(app, 'receipt')).toMatchObject([{ question: { text: question } }])
    expect(emailsOf(app, 'information-request')).toEqual([])
    const portal = (await client.get('/client-portal')).text
    expect(portal).toContain('A question about your application')
    expect(portal).toContain('Please name two trade references.')
    expect(portal).not.toContain('We need more information from you')
    const record = await admin.get(`/api/applications/${id}`)
    expect(record.json?.requests).toMatchObject([{ text: question, isStanding: true }])
    expect(record.json?.history).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'information requested', by: 'System' }),
      ]),
    )
    const page = (await admin.get(`/admin/applications/${id}`)).text
    expect(page).toContain('Asked after submitting')
    expect(page).toContain('Not answered yet.')
  })

  test('keeps the standing question as it was asked when the company changes it', async () => {
    const { app, id, admin } = await asked()
    setQuestion(app, 'Something else?')
    expect(await requestsOf(admin, id)).toMatchObject([{ text: question }])
    await submit(app.browser(), { mainEmail: 'second@example.com' })
    expect(emailsOf(app, 'receipt').at(-1)).toMatchObject({ question: { text: 'Something else?' } })
  })

  test('does not put the standing question to cash applicants, or to anybody while it is blank', async () => {
    const { app, id, admin } = await asked({ accountType: 'cash' })
    expect(await requestsOf(admin, id)).toEqual([])
    setQuestion(app, null)
    const other = await submit(app.browser(), { mainEmail: 'second@example.com' })
    expect(await requestsOf(admin, other)).toEqual([])
    expect(JSON.stringify(emailsOf(app, 'receipt'))).not.toContain('trade references')
  })

  test('delays neither the promised answer nor the reviewers’ queue for the standing question', async () => {
    const { app } = await asked()
    app.clock.now += days(10)
    const admin = await adminBrowser(app)
    expect(await listed(admin)).toMatchObject([{ waiting: { isPaused: false, isLate: true } }])
    expect(await listed(admin, 'waiting')).toEqual([])
    expect(await listed(admin, 'late')).toHaveLength(1)
  })

  test('accepts text and files for the standing question, and counts the application as answered', async () => {
    const { app, id, admin, client } = await asked()
    expect(await listed(admin, 'answered')).toEqual([])
    const sent = await answer(client, { answer: '£5,000 a month.', files: [pdf()] })
    expect(sent.status).toBe(303)
    expect(await requestsOf(admin, id)).toMatchObject([
      { answer: '£5,000 a month.', files: [{ name: 'accounts.pdf' }] },
    ])
    expect(emailsOf(app, 'request-answered')).toMatchObject([{ application: id, files: 1 }])
    expect(await listed(admin, 'answered')).toHaveLength(1)
    expect((await client.get('/client-portal')).text).toContain('£5,000 a month.')
  })

  test('accepts no files where the company wants none, and keeps what was typed', async () => {
    const { id, admin, client } = await asked({ takesFiles: false })
    expect((await client.get('/client-portal')).text).not.toContain('type="file"')
    const refused = await answer(client, { answer: 'See the file', files: [pdf()] })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('This question does not ask for files')
    expect(refused.text).toContain('See the file')
    expect(await requestsOf(admin, id)).toMatchObject([{ answer: null, files: [] }])
    expect((await answer(client, { answer: 'In words' })).status).toBe(303)
  })

  test('lets staff ask beside the standing question, and files each answer under its own question', async () => {
    const { id, admin, client } = await asked()
    expect((await ask(admin, id, 'Who owns it?')).status).toBe(303)
    const [own = '', standing = ''] = await openIds(client)
    expect((await ask(admin, id, 'And another one?')).status).toBe(409)
    expect(await listed(admin, 'waiting')).toHaveLength(1)
    await answer(client, { request: standing, answer: 'Two references', files: [pdf('two.pdf')] })
    expect(await listed(admin)).toMatchObject([{ waiting: { isPaused: true } }])
    await answer(client, { request: own, answer: 'Jo owns it', files: [pdf('one.pdf')] })
    expect(await requestsOf(admin, id)).toMatchObject([
      { text: 'Who owns it?', answer: 'Jo owns it', files: [{ name: 'one.pdf' }] },
      { text: question, answer: 'Two references', files: [{ name: 'two.pdf' }] },
    ])
    expect(await listed(admin)).toMatchObject([{ waiting: { isPaused: false } }])
  })

  test('shows the standing question beside the other one when its answer is refused without scripts', async () => {
    const { id, admin, client } = await asked()
    await ask(admin, id, 'Who owns it?')
    const [own = '', standing = ''] = await openIds(client)
    const refused = await answer(client, { request: standing, answer: 'x'.repeat(2001) })
    expect(refused.status).toBe(400)
    const forms = refused.text.split('<form').filter((form) => form.includes('name="request"'))
    expect(forms.map((form) => form.includes('xxx'))).toEqual([false, true])
    expect(await openIds(client)).toEqual([own, standing])
  })

  test('closes the standing question and staff’s question with a decision, after which neither can be answered', async () => {
    const { id, admin, client } = await asked()
    await ask(admin, id, 'Who owns it?')
    const [, standing = ''] = await openIds(client)
    await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'EX-1' })
    const closedAt = expect.any(String)
    expect(await requestsOf(admin, id)).toMatchObject([{ closedAt }, { closedAt }])
    expect(await openIds(client)).toEqual([])
    expect((await answer(client, { request: standing, answer: 'Too late' })).status).toBe(409)
  })

  test('lets staff withdraw the standing question alone', async () => {
    const { id, admin, client } = await asked()
    await ask(admin, id, 'Who owns it?')
    const [own = '', standing = ''] = await openIds(client)
    const page = `/admin/applications/${id}`
    const withdrawn = await admin.postForm(page, { action: 'withdraw', request: standing })
    expect(withdrawn.status).toBe(303)
    expect(await openIds(client)).toEqual([own])
  })

  test('sends one reminder of the standing question, three days after the receipt was sent', async () => {
    const { app } = await asked()
    app.deps.db.orm.update(jobs).set({ state: 'sent', sentAt: app.clock.now }).run()
    const pass = async (time: number) => {
      app.clock.now += time
      await cleanUp(app.deps)
      return emailsOf(app, 'information-reminder').length
    }
    expect([await pass(days(2)), await pass(days(1)), await pass(days(3))]).toEqual([0, 1, 1])
    expect(emailsOf(app, 'information-reminder')).toMatchObject([{ text: question }])
  })

  test('prints the standing question with its answer in the document of the decision', async () => {
    const { app, id, admin, client } = await asked({ app: keyedApp() })
    await answer(client, { answer: 'Two references' })
    await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'EX-1' })
    const decision = storedDocuments(app).find(({ kind }) => kind === 'countersigned')
    expect(JSON.parse(decision?.data ?? '{}').requests).toMatchObject([
      { question, answer: 'Two references' },
    ])
    await issueAll(app)
    const { lines } = await runBeside(app, verify)
    expect(lines.at(-1)).toContain('The records and documents match the history')
  })

  test('exports and erases the standing question with the application, and shows it to no API key', async () => {
    const { app, id } = await asked()
    const { key } = createApiKey(app.deps, await signedInAdmin(app), 'ERP')
    const read = await withKey(app.browser(), key).get(`/api/applications/${id}`)
    expect(read.text).not.toContain('trade references')
    expect(JSON.stringify(exportPerson(app.deps, id))).toContain('two trade references')
    await erasePerson(app.deps, id, officer)
    const { information_requests, event_changes, jobs: left } = app.dump()
    const dump = JSON.stringify({ information_requests, event_changes, left })
    // The history contains the setting as well.
    expect(dump.split('Which credit do you need')).toHaveLength(2)
    expect(dump).toContain('standingQuestion')
  })
})
