import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { Audit, Outcome } from '@siteimprove/alfa-act'
import { Playwright } from '@siteimprove/alfa-playwright'
import rules from '@siteimprove/alfa-rules'
import { Conformance, Criterion } from '@siteimprove/alfa-wcag'
import type { JSHandle, Page } from 'playwright'
import { launchBrowser } from '../support/browser/chromium.ts'
import { admin, adminEnv } from '../support/browser/e2e-admin.ts'
import { startServer } from '../support/built-server.ts'
import { clientPassword, furnish } from '../support/screens/screens-app.ts'

/**
 * `npm run lab -- opinions`: what the Nu HTML checker says of every page as it is served, and what Siteimprove Alfa and IBM
 * Equal Access say of it in Chromium with its scripts. The pages are saved in `dist/opinions`; a fault fails the run.
 */
const folder = 'dist/opinions'

/** What they say that is no fault of ours, and why. */
const accepted = {
  'field-sizing': 'newer than the checker',
  aria_content_in_landmark: 'the skip link stands before the banner, as it should',
  aria_form_label_unique: 'a form without a name is no landmark',
  aria_landmark_name_unique: 'the same',
  fieldset_label_valid: 'each endpoint has its events, under its heading',
  img_alt_redundant: 'the name beside the logo is hidden from screen readers',
  element_tabbable_role_valid: 'a region that scrolls has to take the focus',
  input_autocomplete_valid: '"username" is allowed for an email field',
  input_checkboxes_grouped: 'the boxes of the same name are in another form',
}

const { resolve } = createRequire(import.meta.url)
const server = await startServer({ env: adminEnv, shown: true })
const app = await furnish(server)
app.connectErp()

const everybody: Record<string, string> = {
  landing: '/',
  form: '/client-form',
  receipt: `/success?id=${app.submitted.id}`,
  terms: '/terms-conditions',
  accessibility: '/accessibility',
  verify: '/verify',
  'client-login': '/client-login',
  'forgot-password': '/client/forgot-password',
  'set-password': `/client/set-password?token=${app.invite(app.approved.email)}`,
  admin: '/admin',
  invitation: `/admin/invitation?token=${app.inviteColleague('Olaf Other')}`,
  'not-found': '/nowhere',
}
const client = {
  portal: '/client-portal',
  'portal-directors': '/client-portal?tab=directors',
  'portal-requests': '/client-portal?tab=requests',
}
const backOffice: Record<string, string> = {
  dashboard: '/admin/dashboard',
  search: '/admin/dashboard?search=sample',
  ...Object.fromEntries(
    (['submitted', 'approved', 'rejected', 'asked', 'draft'] as const).map((state) => [
      `application-${state}`,
      `/admin/applications/${app[state].id}`,
    ]),
  ),
  account: '/admin/account',
  team: '/admin/team',
  customers: '/admin/customers',
  company: '/admin/company',
  'company-terms': '/admin/company/terms',
  emails: '/admin/company/emails',
  email: '/admin/company/emails/receipt',
  'email-settings': '/admin/email-settings',
  'sign-in': '/admin/sign-in',
  integrations: '/admin/integrations',
  backups: '/admin/backups',
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const ibm = readFileSync(resolve('accessibility-checker-engine/ace.js'), 'utf8')
const browser = await launchBrowser()
const faults = new Map<string, string[]>()
await visit(everybody)
await visit(client, '/api/client/login', { email: app.asked.email, password: clientPassword })
await visit(backOffice, '/api/admin/login', admin)
await browser.close()
await server.stop()
for (const line of nu()) note(`Nu: ${line.message}`, `${basename(line.url)} ${line.extract}`)

for (const [fault, places] of [...faults].sort())
  console.log(`${fault}\n${places.map((place) => `    ${place}`).join('\n')}`)
console.log(`${faults.size} kinds of fault`)
process.exitCode = faults.size > 0 ? 1 : 0

async function visit(pages: Record<string, string>, signIn?: string, data?: object) {
  const context = await browser.newContext({ baseURL: server.url, bypassCSP: true })
  if (signIn) await context.request.post(signIn, { data })
  const page = await context.newPage()
  for (const [name, path] of Object.entries(pages)) {
    const answer = await page.goto(path, { waitUntil: 'networkidle' })
    if (new URL(page.url()).pathname !== path.split('?')[0] || answer?.status() === 500)
      throw new Error(`${path} leads to ${page.url()}, ${answer?.status()}`)
    writeFileSync(`${folder}/${name}.html`, (await answer?.body()) ?? '')
    // what is folded has no names for them
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    for (const { rule, place } of await alfa(page)) note(`Alfa ${rule}`, `${name} ${place}`)
    for (const { rule, place } of await equalAccess(page)) note(`IBM ${rule}`, `${name} ${place}`)
  }
  await context.close()
}

function note(fault: string, place: string) {
  if (Object.keys(accepted).some((words) => fault.includes(words))) return
  faults.set(fault, [...(faults.get(fault) ?? []), place])
}

/** Alfa's rules for WCAG's levels A and AA. */
async function alfa(page: Page) {
  const handle: JSHandle = await page.evaluateHandle(() => document)
  const input = await Playwright.toPage(handle as Parameters<typeof Playwright.toPage>[0])
  const asked = rules.filter((rule) =>
    rule.hasRequirement((each) => Criterion.isCriterion(each) && Conformance.isAA()(each)),
  )
  const outcomes = [...(await Audit.of(input, asked).evaluate())]
  return outcomes
    .filter((outcome) => Outcome.isFailed(outcome))
    .map(({ rule, target }) => ({
      rule: rule.uri,
      place: String(target).replaceAll(/\s+/g, ' ').slice(0, 160),
    }))
}

/** What Equal Access calls a violation; its questions to a person are left aside. */
async function equalAccess(page: Page) {
  await page.evaluate(ibm)
  const results = await page.evaluate(async () => {
    const { ace } = window as unknown as { ace: { Checker: new () => Checker } }
    const { results } = await new ace.Checker().check(document, ['IBM_Accessibility'])
    return results.filter(({ value }) => value[0] === 'VIOLATION' && value[1] === 'FAIL')
  })
  return results.map(({ ruleId, message, path }) => ({
    rule: `${ruleId}: ${message}`,
    place: path.dom,
  }))
}

type Checker = { check: (node: Document, policies: string[]) => Promise<{ results: Result[] }> }
type Result = { ruleId: string; value: [string, string]; message: string; path: { dom: string } }

/** What the Nu checker calls an error of the pages as they were served. */
function nu(): { type: string; message: string; url: string; extract: string }[] {
  const jar = resolve('vnu-jar/build/dist/vnu.jar')
  const words = ['-jar', jar, '--format', 'json', '--stdout', '--exit-zero-always', folder]
  const { messages } = JSON.parse(execFileSync('java', words, { encoding: 'utf8' }))
  return messages.filter(({ type }: { type: string }) => type === 'error')
}
