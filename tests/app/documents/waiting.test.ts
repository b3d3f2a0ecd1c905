import { X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { operatorCertificateFindings, ownCertificateFinding } from '#src/commands/doctor-data.ts'
import { minutes } from '#src/domain/durations.ts'
import { readEnv } from '#src/env.ts'
import { PdfFailed } from '#src/pdf/pdf-errors.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll } from '../../support/app/documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { rename } from '../../support/company.ts'
import { pkcs12 } from '../../support/pkcs12.ts'

const day = 86_400_000

const dashboard = async (app: TestApp) => {
  const { text } = await (await adminBrowser(app)).get('/admin/dashboard')
  return text.replace(/<!-- -->/g, '')
}

describe('documents that cannot be made', () => {
  test('are told by the dashboard after five minutes, until they are sealed', async () => {
    const app = testApp()
    app.pdf.fails = new PdfFailed('made to fail')
    await submit(app.browser())
    await issueAll(app)
    expect(await dashboard(app)).not.toContain('waiting to be sealed')
    app.clock.now += minutes(5)
    expect(await dashboard(app)).toMatch(
      /1 document has been waiting to be sealed since 20 November 2026.*?tell the person who runs the server/,
    )
    await submit(app.browser(), { mainEmail: 'second@example.com' })
    expect(await dashboard(app)).toContain('2 documents have been waiting to be sealed since')
    app.pdf.fails = null
    await issueAll(app)
    expect(await dashboard(app)).not.toContain('waiting to be sealed')
  })
})

test('a company without a name seals as the pages call it, and dashboard, doctor and health say so until one is saved', async () => {
  const app = testApp({ env: { COMPANY_NAME: '' } })
  await submit(app.browser())
  await issueAll(app)
  const subjects = () =>
    (app.dump().document_certificates as { pem: string }[]).map(
      ({ pem }) => new X509Certificate(pem).subject,
    )
  expect(subjects()).toEqual([expect.stringContaining('Your Company Ltd')])
  expect(await dashboard(app)).toContain('The company has no name yet')
  const warnings = async () => (await app.browser().get('/api/health')).json?.warnings
  expect(await warnings()).toContain('the company has no name yet')
  expect(ownCertificateFinding(app.deps)).toMatchObject({
    is: 'think',
    words: expect.stringContaining("save the company's name under Company, or set COMPANY_NAME"),
  })
  rename(app, 'Named Ltd')
  await submit(app.browser(), { mainEmail: 'second@example.com' })
  await issueAll(app)
  expect(subjects()).toEqual([expect.anything(), expect.stringContaining('Named Ltd')])
  expect(await dashboard(app)).not.toContain('The company has no name yet')
  expect(await warnings()).toBeUndefined()
})

describe('doctor names the end of the certificate that seals', () => {
  test('of the own one', async () => {
    const app = testApp()
    const words = () => ownCertificateFinding(app.deps).words
    expect(words()).toBe('the server makes its own certificate when it seals')
    await submit(app.browser())
    await issueAll(app)
    expect(words()).toMatch(
      /^the own certificate for "Example Supplies Ltd" ends on 20 November 2036 at 10:00/,
    )
  })

  test("of the operator's, and says when it is due, over or cannot be read", async () => {
    const { file } = pkcs12('right')
    const findings = (now: number, more: Record<string, string> = {}) =>
      operatorCertificateFindings(
        envWith({ DOCUMENT_PKCS12_FILE: file, DOCUMENT_PKCS12_PASSWORD: 'right', ...more }),
        now,
      )
    const [ends] = await findings(Date.now() - day)
    expect(ends).toMatchObject({
      is: 'ok',
      words: expect.stringMatching(/^the certificate of DOCUMENT_PKCS12_FILE ends on \d/),
    })
    expect(await findings(Date.now() + day)).toMatchObject([
      { is: 'think', words: expect.stringContaining('get the next one') },
    ])
    expect(await findings(Date.now() + 31 * day)).toMatchObject([
      { is: 'wrong', words: expect.stringContaining('the own one seals documents') },
    ])
    expect(await findings(Date.now(), { DOCUMENT_PKCS12_PASSWORD: 'wrong' })).toMatchObject([
      { is: 'wrong', words: expect.stringContaining('The password does not open') },
    ])
    expect(await operatorCertificateFindings(envWith({}), Date.now())).toEqual([])
  })
})

function envWith(source: Record<string, string>) {
  const read = readEnv(source)
  if (!read.ok) throw new Error(read.faults.join('\n'))
  return read.env
}
