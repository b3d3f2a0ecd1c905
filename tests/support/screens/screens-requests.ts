import type { Page } from 'playwright'
import { asAdmin, type Scene, scene } from './scene.ts'

type Server = { url: string }

const question =
  'Please send us your last annual accounts and a letterhead.\n\nWho owns the company? Please name everybody with more than 25 percent.'

/** Asks the customer of an application, has the question answered with files, and asks another one, by posted forms. */
export async function askTwice({ url }: Server, id: string, admin: string, client: string) {
  const post = async (path: string, cookie: string, body: FormData | URLSearchParams) => {
    const headers = { cookie, origin: url, 'sec-fetch-site': 'same-origin' }
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
    })
    if (answer.status !== 303) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  const ask = (request: string) =>
    post(`/admin/applications/${id}`, admin, new URLSearchParams({ action: 'ask', request }))
  await ask(question)
  const portal = await fetch(`${url}/client-portal`, { headers: { cookie: client } })
  const form = new FormData()
  form.set('request', /name="request" value="(\d+)"/.exec(await portal.text())?.[1] ?? '')
  form.set(
    'answer',
    'Jo Example owns 60 percent, Ann Other 40 percent.\nThe accounts are attached.',
  )
  for (const name of ['Annual accounts 2025 (signed).pdf', `${'a-very-long-name-'.repeat(5)}.pdf`])
    form.append('files', new File(['%PDF-1.7\n', 'x'.repeat(90_000), '\n%%EOF\n'], name))
  await post('/client-portal', client, form)
  await ask('Thank you. Please also send the letterhead.')
}

/** Asking a customer for more: in the record, and in the customer's portal. */
export const requestScenes: Scene[] = [
  asAdmin('detail-asked', ({ asked }) => `/admin/applications/${asked.id}`),
  asAdmin(
    'detail-ask-errors',
    { path: ({ submitted }) => `/admin/applications/${submitted.id}`, complains: /status of 400/ },
    async (page) => {
      await page.getByText('Ask the customer for more information').click()
      await refused(page, 'Ask the customer')
    },
  ),
  scene('portal-asked', { as: 'asked', path: '/client-portal' }),
  scene(
    'portal-asked-errors',
    { as: 'asked', path: '/client-portal', complains: /status of 400/ },
    async (page) => {
      await page.locator('[name=answer]').fill('Here it is.')
      const buffer = Buffer.from('MZ')
      await page
        .getByLabel('Files (optional)')
        .setInputFiles({ name: 'letterhead.pdf', mimeType: 'application/pdf', buffer })
      await refused(page, 'Send answer')
    },
  ),
]

async function refused(page: Page, button: string) {
  await page.getByRole('button', { name: button }).click()
  await page.locator('.field-error').first().waitFor()
}
