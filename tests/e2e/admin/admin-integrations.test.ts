import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import { adminEnv, openAsAdmin, submitByCalls } from '../../support/browser/e2e-admin.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'
import { type Asked, jsonPeer } from '../../support/mail/json-peer.ts'

const site = sharedSite(adminEnv)

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('an ERP %s', (how, javaScriptEnabled) => {
  test('is told of a submit in words that its secret has signed, and reads the application with a key', async () => {
    const erp = await jsonPeer(() => ({ status: 200 }))
    const { page } = await site.guest({ javaScriptEnabled })
    await openAsAdmin(page, '/admin/company')
    await page.getByRole('link', { name: 'Integrations', exact: true }).click()
    const form = page.getByRole('region', { name: 'New webhook endpoint' })
    await form.getByLabel('Address').fill(erp.url)
    await form.getByRole('button', { name: 'Add Endpoint' }).click()
    const secret = (await page.locator('.secret').textContent()) ?? ''
    await page.getByLabel('Name of the new key').fill(`ERP ${how}`)
    await page.getByRole('button', { name: 'Create Key' }).click()
    await page.getByRole('heading', { name: `API key "ERP ${how}"` }).waitFor()
    const key = (await page.locator('.secret').textContent()) ?? ''

    const id = await submitByCalls(site.server, `Told ${how} Ltd`)
    await vi.waitFor(() => expect(erp.asked).toHaveLength(1), 10_000)
    const [{ body, headers }] = erp.asked as [Asked]
    const told = new Webhook(secret).verify(body, headers as Record<string, string>)
    expect(told).toMatchObject({ type: 'application.submitted', data: { application: id } })
    const read = await fetch(`${site.server.url}/api/applications/${id}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(await read.json()).toMatchObject({ id, businessName: `Told ${how} Ltd` })

    await page.goto('/admin/integrations')
    await page.getByText('newest: Answered 200').click()
    await page.getByText('application.submitted', { exact: true }).first().waitFor()
    expect(await page.getByRole('button', { name: `Remove: ${erp.url}/` }).isVisible()).toBe(false)
    await page.getByText('Remove this endpoint').click()
    await page.getByRole('button', { name: `Remove: ${erp.url}/` }).click()
    await page.getByText('The endpoint has been removed').first().waitFor()
    expect(await page.content()).not.toContain(erp.url)
  })
})
