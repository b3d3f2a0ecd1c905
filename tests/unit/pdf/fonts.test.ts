import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { fontCopies, fontFiles } from '#src/pdf/fonts/font-files.ts'

test('the build copies every font that the document asks for, with the licence of each package', () => {
  const targets = fontCopies.map(([, target]) => target)
  for (const { file } of fontFiles) expect(targets).toContain(`fonts/${file}`)
  const packages = new Set(fontCopies.map(([source]) => source.split('/').slice(0, 2).join('/')))
  const licences = fontCopies.filter(([, target]) => target.startsWith('fonts/LICENSE'))
  expect(licences).toHaveLength(packages.size)
  for (const [source] of licences) {
    const text = readFileSync(createRequire(import.meta.url).resolve(source), 'utf8')
    expect(text).toContain('SIL OPEN FONT LICENSE')
  }
})
