import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commonSite } from '../support/browser/e2e-site.ts'
import { newFolder } from '../support/folder.ts'
import { sampleKey, samplePdf, sealSample } from '../support/pdf/sealing.ts'

const site = commonSite()

test('accepts a genuine file and refuses a forged one in the offline checker, from disk and without a network', async () => {
  const folder = newFolder()
  const write = (name: string, bytes: Uint8Array | string) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const key = await sampleKey()
  const { bytes } = await sealSample(await samplePdf(), key)
  const genuine = write('genuine.pdf', bytes)
  const forged = write('forged.pdf', Buffer.concat([bytes, Buffer.of(10)]))

  const { page } = await site.guest()
  await page.goto('/verify')
  const download = page.waitForEvent('download')
  await page.getByText('Download the offline checker').click()
  const file = join(folder, (await download).suggestedFilename())
  await (await download).saveAs(file)
  await page.context().setOffline(true)
  await page.goto(`file://${file}`)

  await page.locator('#file').setInputFiles(genuine)
  await page.getByRole('heading', { name: 'Unchanged, but sealed by whom?' }).waitFor()
  await page.locator('#certificates').setInputFiles(write('countersign.pem', key.pem))
  await page.getByText('Check Document').click()
  await page.getByRole('heading', { name: 'Genuine and unchanged' }).waitFor()
  expect(await page.locator('#result').innerText()).toContain('application.json')
  await page.locator('#file').setInputFiles(forged)
  await page.getByRole('heading', { name: 'Not genuine' }).waitFor()

  await page.locator('#certificates').setInputFiles([])
  await page.locator('#fingerprint').fill(key.fingerprint.replace(/../g, '$&:').slice(0, -1))
  await page.locator('#file').setInputFiles(genuine)
  await page.getByRole('heading', { name: 'Genuine and unchanged' }).waitFor()
})
