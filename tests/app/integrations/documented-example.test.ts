import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { submit } from '../../support/app/applicants.ts'
import { testApp } from '../../support/app/test-app.ts'
import { newFolder } from '../../support/folder.ts'
import { answersOf, deliver, listEndpoint } from '../../support/integrations.ts'
import { type Asked, jsonPeer } from '../../support/mail/json-peer.ts'

/** The JavaScript of docs/integrations.md, as somebody would copy it. */
async function documentedExample() {
  const [, source = ''] =
    /```js\n([\s\S]+?)```/.exec(readFileSync('docs/integrations.md', 'utf8')) ?? []
  const file = join(newFolder(), 'example.mjs')
  writeFileSync(file, source)
  return import(/* @vite-ignore */ pathToFileURL(file).href)
}

test('accepts a delivery and refuses a forged, changed or old one in the documented example', async () => {
  const { isFromCountersign } = await documentedExample()
  const app = testApp()
  const peer = await jsonPeer(() => ({ status: 200 }))
  const { id, secret } = await listEndpoint(app, peer.url)
  await submit(app.browser())
  deliver(app)
  await answersOf(app, id, 1)
  const [{ headers, body }] = peer.asked as [Asked]
  const { now } = app.clock
  expect(isFromCountersign(secret, headers, body, now)).toBe(true)
  expect(isFromCountersign(`whsec_${'A'.repeat(43)}=`, headers, body, now)).toBe(false)
  expect(isFromCountersign(secret, headers, `${body} `, now)).toBe(false)
  expect(isFromCountersign(secret, headers, body, now + 301_000)).toBe(false)
})
