import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const childPath = join(import.meta.dirname, '../../support/pdf/pdf-child-stand-in.mjs')

/** Ends while its document process is in an endless loop; prints the number of that process. */
const server = `
  const { createPdfService } = await import('./src/pdf/process/service.ts')
  const childPath = ${JSON.stringify(childPath)}
  const log = { info: () => {}, warn: () => {} }
  const pdf = createPdfService({ childPath, log })
  console.log(new TextDecoder().decode(await pdf.signature('who')))
  pdf.signature('hang').catch(() => {})
  setTimeout(() => process.exit(0), 200)`

test.runIf(process.platform === 'linux')(
  'ends a document process that hangs with its server',
  async () => {
    const args = ['--input-type=module', '-e', server]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const hung = Number(stdout)
    expect(hung).toBeGreaterThan(0)
    await expect.poll(() => isRunning(hung)).toBe(false)
  },
)

/** One that has ended has no command line, though its entry may stay until somebody asks for it. */
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
