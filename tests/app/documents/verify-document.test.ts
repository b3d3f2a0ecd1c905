import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyDocument } from '#src/commands/verify-document.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { environmentOf, keyedApp, runAlone } from '../../support/commands.ts'
import { newFolder } from '../../support/folder.ts'

/** A document as an installation sealed it, its certificates, and a folder with nothing else. */
async function issued() {
  const app = keyedApp()
  await submit(app.browser())
  await issueAll(app)
  const folder = newFolder()
  const write = (name: string, bytes: Uint8Array | string) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const pdf = storedDocuments(app)[0]?.pdf ?? Buffer.alloc(0)
  const pem = (await app.browser().get('/.well-known/countersign.pem')).text
  return {
    here: environmentOf(app.deps.env.DATA_DIR),
    elsewhere: { DATA_DIR: join(folder, 'none') },
    document: write('document.pdf', pdf),
    forged: write('forged.pdf', Buffer.concat([pdf, Buffer.of(10)])),
    pem: write('countersign.pem', pem),
  }
}

async function run(source: Record<string, string>, ...args: string[]) {
  const { said, error } = await runAlone(verifyDocument, source, args)
  if (error) throw error
  return said
}

test('checks a document against the certificates of the installation', async () => {
  const { here, document, forged } = await issued()
  expect(await run(here, document)).toContain('Genuine and unchanged')
  await expect(run(here, forged)).rejects.toThrow('Not genuine')
})

test('checks a document against a certificate from a file without any installation', async () => {
  const { elsewhere, document, forged, pem } = await issued()
  expect(await run(elsewhere, document, '--certificate', pem)).toMatch(
    /Genuine and unchanged[\s\S]*Attached +application\.json/,
  )
  await expect(run(elsewhere, forged, '--certificate', pem)).rejects.toThrow('Not genuine')
  await expect(run(elsewhere, document)).rejects.toThrow('--certificate countersign.pem')
  await expect(run(elsewhere, document, '--certificate', document)).rejects.toThrow('--certificate')
})
