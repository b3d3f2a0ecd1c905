import { expect, test } from 'vitest'
import { adminEnv, awake, openAsAdmin, submitByCalls } from '../../support/browser/e2e-admin.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)

for (const javaScriptEnabled of [true, false])
  test(`The sign-in address moves ${javaScriptEnabled ? 'by keyboard' : 'without scripts'}; a taken one is refused beside the field`, async () => {
    const name = javaScriptEnabled ? 'Moved Metrology' : 'Moved Plainly'
    const id = await submitByCalls(site.server, name)
    await submitByCalls(site.server, `${name} Taken`)
    const reviewer = await site.guest({ javaScriptEnabled })
    const { page } = reviewer
    await openAsAdmin(page, `/admin/applications/${id}`)
    if (javaScriptEnabled) await awake(page)

    const opener = page.getByRole('button', { name: 'Change sign-in address' })
    const dialog = page.getByRole('dialog', { name: 'Change sign-in address' })
    await opener.press('Enter')
    await dialog.waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
    await dialog.waitFor({ state: 'hidden' })

    const box = dialog.getByLabel('New sign-in address')
    const taken = `office@${name.toLowerCase().replace(' ', '-')}-taken.example.com`
    await opener.press('Enter')
    await box.fill(taken)
    await box.press('Enter')
    await page.locator('#signInEmail-error', { hasText: 'Another customer signs in' }).waitFor()
    expect(await box.inputValue()).toBe(taken)
    await box.fill('new-desk@example.com'.replace('new', javaScriptEnabled ? 'one' : 'two'))
    await box.press('Enter')
    await page.getByText('Sign-in address changed').waitFor()
    await page.locator('#sign-in').waitFor()
    expect(await page.locator('.record', { hasText: 'Sign-in address' }).innerText()).toContain(
      javaScriptEnabled ? 'one-desk@example.com' : 'two-desk@example.com',
    )
  })
