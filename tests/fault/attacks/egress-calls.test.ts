import { expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { testApp } from '../../support/app/test-app.ts'
import { rawPeer } from '../../support/mail/smtp-server.ts'
import { figures } from '../support/rounds.ts'

const words = 'SSH-2.0-internal-banner-9c2f'

/** Spellings of this machine, of the metadata service and of nowhere, as an attacker would try them. */
const neverAsked = [
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '[::ffff:a9fe:a9fe]',
  '64:ff9b::a9fe:a9fe',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '0.0.0.0',
  '::',
  'fe80::1',
  '224.0.0.1',
  '255.255.255.255',
  'fd00:ec2::254',
]
const thisMachine = [
  '127.0.0.1',
  'localhost',
  '::ffff:127.0.0.1',
  '2130706433',
  '0x7f000001',
  '127.1',
]

test('the test mail connects to no forbidden address, and repeats no word of a peer that is no mail server', {
  timeout: 60_000,
}, async () => {
  const peer = await rawPeer((socket) => socket.write(`${words}\r\n`))
  const connected: string[] = []
  const repeated: string[] = []
  let asked = 0
  for (const mode of ['private-ok', 'public-only', 'allowlist'] as const) {
    const app = testApp({ env: { SMTP_EGRESS: mode, SMTP_ALLOWED_HOSTS: 'mail.example.com' } })
    const admin = await adminBrowser(app)
    const hosts = mode === 'private-ok' ? neverAsked : [...neverAsked, ...thisMachine]
    for (const host of hosts) {
      const before = peer.heard().length
      const { text } = await tryMail(admin, host, peer.port)
      asked += 1
      if (peer.heard().length > before) connected.push(`${mode} ${host}`)
      if (/SSH|banner|9c2f/.test(text)) repeated.push(`${mode} ${host}`)
    }
  }
  const open = testApp()
  const { text, status } = await tryMail(await adminBrowser(open), '127.0.0.1', peer.port)
  if (/SSH|banner|9c2f/.test(text)) repeated.push('an open peer')
  figures('egress', {
    asked,
    connections: connected.length,
    'peer words repeated': repeated.length,
  })
  expect(status).toBe(502)
  expect(connected).toEqual([])
  expect(repeated).toEqual([])
})

async function tryMail(
  admin: Awaited<ReturnType<typeof adminBrowser>>,
  smtpHost: string,
  smtpPort: number,
) {
  const saved = await admin.post('/api/email-settings', {
    emailProvider: 'smtp',
    smtpHost,
    smtpPort,
    smtpUser: 'mailer',
    smtpPassword: 'brass kettle',
    fromEmail: 'sender@example.com',
    fromName: 'Sample Supplier',
    accountsNotificationEmail: 'accounts@example.com',
  })
  if (saved.status !== 200) return saved
  return admin.post('/api/email-settings/test', { testEmail: 'to@example.com' })
}
