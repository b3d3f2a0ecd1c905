import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clients } from '#db/schema/clients.ts'
import { createPasswordToken } from '#src/domain/accounts/client-links.ts'
import { submit } from '../../support/app/applicants.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { appOfProcess } from '../support/app-of-process.ts'
import { canary, filesIn, hits, type PlaceToLook } from '../support/canaries.ts'
import { type ServerProcess, serverProcess } from '../support/server-process.ts'

const adminPassword = canary('admin-password')
const secrets = {
  smtpPassword: canary('smtp'),
  sendgridApiKey: canary('sendgrid'),
  oauth365ClientSecret: canary('oauth-secret'),
  oauth365RefreshToken: canary('oauth-refresh'),
  oauth365AccessToken: canary('oauth-access'),
}
const settings = {
  smtpHost: '127.0.0.1',
  smtpPort: 9,
  smtpUser: 'mailer',
  fromEmail: 'sender@example.com',
  fromName: 'Sample Supplier',
  accountsNotificationEmail: 'accounts@example.com',
  oauth365ClientId: '11111111-2222-3333-4444-555555555555',
  oauth365TenantId: 'tenant.example.com',
}

test('no secret is anywhere but in its place: not in the database, the logs, an answer or another process', {
  timeout: 120_000,
}, async () => {
  const server = await serverProcess({
    env: {
      ADMIN_USERNAME: 'warden',
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'debug',
      SENDGRID_API_URL: 'http://127.0.0.1:9',
      MICROSOFT_LOGIN_URL: 'http://127.0.0.1:9',
      MICROSOFT_GRAPH_URL: 'http://127.0.0.1:9',
    },
  })
  const app = appOfProcess(server)
  const heard: string[] = []
  const admin = app.browser()
  const ask = async (answer: ReturnType<typeof admin.get>) => {
    const { text, headers, status } = await answer
    heard.push(`${[...headers].filter(([name]) => name !== 'set-cookie').join('\n')}\n${text}`)
    return status
  }
  await ask(
    admin.post('/api/admin/login', { username: 'warden', password: canary('wrong-password') }),
  )
  expect(
    await ask(admin.post('/api/admin/login', { username: 'warden', password: adminPassword })),
  ).toBe(200)
  for (const emailProvider of ['smtp', 'sendgrid', 'oauth365']) {
    expect(
      await ask(admin.post('/api/email-settings', { emailProvider, ...settings, ...secrets })),
    ).toBe(200)
    await ask(admin.post('/api/email-settings/test', { testEmail: 'to@example.com' }))
  }
  await ask(
    admin.post('/api/email-settings', {
      emailProvider: 'smtp',
      ...settings,
      ...secrets,
      smtpPort: canary('port'),
    }),
  )
  const applicant = app.browser()
  const id = await submit(applicant)
  const account = app.deps.db.orm.select().from(clients).get()
  let token = createPasswordToken(app.deps, account?.id ?? 0)
  const clientPassword = canary('client-password')
  await ask(applicant.get(`/client/set-password?token=${token.slice(0, -1)}`))
  await ask(
    applicant.post('/api/client/set-password', { token: `${token}x`, password: clientPassword }),
  )
  // The receipt's own link, made at the moment it is sent, ends the one that was made here: then once more.
  await expect
    .poll(async () => {
      const given = { token, password: clientPassword }
      const status = await ask(applicant.post('/api/client/set-password', given))
      if (status !== 200) token = createPasswordToken(app.deps, account?.id ?? 0)
      return status
    })
    .toBe(200)
  const login = { email: account?.email, password: clientPassword }
  expect(await ask(applicant.post('/api/client/login', login))).toBe(200)
  await ask(applicant.post('/api/client/login', `{"password":"${canary('broken-json')}`))
  await ask(
    applicant.put(`/api/applications/${id}`, finalSave({ mainEmail: canary('not-an-address') })),
  )
  for (const path of ['/api/client/me', '/api/client/application', '/client-portal'])
    await ask(applicant.get(path))
  await ask(clientBrowser(app, id).get('/client-portal'))
  for (const path of [
    '/api/admin/me',
    '/admin/account',
    '/api/email-settings',
    `/api/applications/${id}`,
    '/api/applications',
    '/api/analytics',
    '/admin/dashboard',
    '/admin/email-settings',
    `/admin/applications/${id}`,
    '/api/applications/export',
  ])
    await ask(admin.get(path))
  await ask(
    admin.get(`/api/email-settings/microsoft/callback?code=${canary('oauth-code')}&state=x`),
  )
  const sessions = [...admin.cookies.values(), ...applicant.cookies.values()]
  const all = [
    adminPassword,
    clientPassword,
    token,
    server.appKey,
    ...Object.values(secrets),
    ...['wrong-password', 'broken-json', 'oauth-code'].map(canary),
    ...sessions,
  ]
  const files = () => filesIn(server.dataDir)
  const children = childrenOf(server)
  expect(children.length).toBeGreaterThan(0)
  const found = [
    ...hits(all, files()),
    ...hits(all, children),
    ...hits(all, [['the log', Buffer.from(server.output())]]),
    ...hits(
      all,
      heard.map((text, at): PlaceToLook => [`answer ${at}`, Buffer.from(text)]),
    ),
  ]
  await server.end('SIGTERM')
  found.push(...hits(all, files()), ...hits(all, [['the log', Buffer.from(server.output())]]))
  // nor does the log name anybody: no address, no company, nothing that was typed
  for (const word of [account?.email ?? '', 'Sample Calibration', 'to@example.com'])
    expect(server.output()).not.toContain(word)
  expect(found).toEqual([])
  expect(server.output().length).toBeGreaterThan(1000)
})

/** The environment and the command line of the processes that the server has started. */
const childrenOf = (server: ServerProcess): PlaceToLook[] =>
  readdirSync(`/proc/${server.pid()}/task`)
    .flatMap((task) =>
      readFileSync(`/proc/${server.pid()}/task/${task}/children`, 'utf8').trim().split(/\s+/),
    )
    .filter(Boolean)
    .map((pid) => [
      `process ${pid}`,
      Buffer.concat(['environ', 'cmdline'].map((name) => readFileSync(`/proc/${pid}/${name}`))),
    ])
