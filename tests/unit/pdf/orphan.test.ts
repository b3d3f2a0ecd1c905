import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const childPath = join(import.meta.dirname, '../../support/pdf/pdf-child-stand-in.mjs')

/** Ends while its document process is in an endless loop; prints the number of that process. */
const server = `
  const { startRenderer } = await import('./src/pdf/process/renderer.ts')
  const childPath = ${JSON.stringify(childPath)}
  const renderer = startRenderer({ childPath, execArgv: [], wall: 60000, memory: 4e9 })
  await renderer.ready
  renderer.make({ kind: 'signature', name: 'hang' }).catch(() => {})
  setTimeout(() => {
    console.log(renderer.pid)
    process.exit(0)
  }, 200)`

test.runIf(process.platform === 'linux')(
  'a document process that hangs ends with its server',
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
