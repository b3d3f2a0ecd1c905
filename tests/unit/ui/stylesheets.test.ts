import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'

test.each([
  ['public.css', 3072],
  ['sign-in.css', 3072],
  ['verify.css', 3584],
  ['form.css', 4096],
  ['site.css', 12_288],
])('sends %s in at most %d bytes of brotli, and requests nothing more', async (name, most) => {
  const css = await built(name)
  expect(brotliCompressSync(css).length).toBeLessThanOrEqual(most)
  expect(css).not.toMatch(/url\(|@import|@font-face/)
})

async function built(name: string): Promise<string> {
  const { output } = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: `src/ui/styles/${name}` } },
  })) as Rolldown.RolldownOutput
  const sheet = output.find((file) => file.fileName.endsWith('.css'))
  if (sheet?.type !== 'asset') throw new Error('The build made no stylesheet')
  return String(sheet.source)
}
