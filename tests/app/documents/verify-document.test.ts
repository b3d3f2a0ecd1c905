import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyDocument } from '#src/commands/verify-document.ts'
import { keyRing } from '#src/security/keys.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { testApp } from '../../support/app/test-app.ts'

const master = Buffer.alloc(32, 7)

/** A document as an installation sealed it, its certificates, and a folder with nothing else. */
async function issued() {
  const app = testApp({ deps: { keys: keyRing([master]) } })
  await submit(app.browser())
  await issueAll(app)
  const folder = mkdtempSync(join(tmpdir(), 'document-'))
  const write = (name: string, bytes: Uint8Array | string) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const pdf = storedDocuments(app)[0]?.pdf ?? Buffer.alloc(0)
  const pem = (await app.browser().get('/.well-known/countersign.pem')).text
  return {
    here: { DATA_DIR: app.deps.env.DATA_DIR, APP_KEY: master.toString('base64') },
    elsewhere: { DATA_DIR: join(folder, 'none') },
    document: write('document.pdf', pdf),
    forged: write('forged.pdf', Buffer.concat([pdf, Buffer.of(10)])),
    pem: write('countersign.pem', pem),
  }
}

async function run(source: Record<string, string>, ...args: string[]) {
  const lines: string[] = []
  const terminal = { say: (line: string) => lines.push(line), askSecret: async () => '' }
  await verifyDocument.runAlone({ source, built: 'db', now: Date.now }, terminal, args)
  return lines.join('\n')
}

test('a document is checked against the certificates of the installation', async () => {
  const { here, document, forged } = await issued()
  expect(await run(here, document)).toContain('Genuine and unchanged')
  await expect(run(here, forged)).rejects.toThrow('Not genuine')
})

test('without any installation, against a certificate that is named', async () => {
  const { elsewhere, document, forged, pem } = await issued()
  expect(await run(elsewhere, document, '--certificate', pem)).toMatch(
    /Genuine and unchanged[\s\S]*Attached +application\.json/,
  )
  await expect(run(elsewhere, forged, '--certificate', pem)).rejects.toThrow('Not genuine')
  await expect(run(elsewhere, document)).rejects.toThrow('--certificate countersign.pem')
  await expect(run(elsewhere, document, '--certificate', document)).rejects.toThrow('--certificate')
})
