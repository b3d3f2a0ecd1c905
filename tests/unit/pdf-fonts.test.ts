import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { fontCopies, fontFiles, fontPath } from '#src/pdf/font-files.ts'

test('before a build the fonts come from their package, as TrueType', () => {
  for (const font of fontFiles) {
    expect(readFileSync(fontPath(font)).subarray(0, 4).toString('hex')).toBe('00010000')
  }
})

test('the build is told to copy every font that the document asks for, and their licence', () => {
  const targets = fontCopies.map(([, target]) => target)
  for (const { file } of fontFiles) expect(targets).toContain(`fonts/${file}`)
  const [licence] = fontCopies.find(([, target]) => target === 'fonts/LICENSE') ?? []
  expect(readFileSync(createRequire(import.meta.url).resolve(licence ?? ''), 'utf8')).toContain(
    'SIL OPEN FONT LICENSE',
  )
})
