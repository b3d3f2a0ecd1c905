import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serverCodeStaysOut } from '#src/framework/build.ts'
import { newFolder } from '../../support/folder.ts'

const client = 'dist/client'
const chunks = readdirSync(join(client, 'assets')).filter((name) => name.endsWith('.js'))

describe('the built server', () => {
  let server: ChildProcess
  let origin: string

  beforeAll(async () => {
    server = spawn(process.execPath, ['dist/server.js'], {
      env: { PATH: process.env.PATH, DATA_DIR: newFolder(), PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface({ input: server.stdout ?? process.stdin })) {
      const { msg, port } = JSON.parse(line)
      if (msg !== 'listening') continue
      origin = `http://127.0.0.1:${port}`
      break
    }
  })

  afterAll(async () => {
    const ended = new Promise((done) => server.once('exit', done))
    server.kill('SIGTERM')
    await ended
  })

  test('serves the licence of every package that the built server needs', async () => {
    const text = await (await fetch(`${origin}/licences.txt`)).text()
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    for (const [name, version] of Object.entries(dependencies))
      expect(text).toMatch(new RegExp(`^${name} ${version} \\(.+\\)$`, 'm'))
    expect(text).toContain('SIL OPEN FONT LICENSE')
  })

  test('sends the form in 40 KiB at most, or 8.25 compressed', async () => {
    const page = await (await fetch(`${origin}/client-form`)).text()
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(40 * 1024)
    expect(brotliCompressSync(page).length).toBeLessThanOrEqual(8.25 * 1024)
  })
})

describe('what the server loads', () => {
  test.each(['@react-pdf', '@resvg/resvg-js'])(
    'never loads %s in the server, since what strangers typed is drawn in a separate process',
    (name) => {
      for (const entry of ['server', 'demo', 'cli'])
        expect(filesReached(`dist/${entry}.js`).filter((file) => says(file, name))).toEqual([])
      const child = filesReached('dist/pdf-child.js')
      expect(child.some((file) => says(file, name))).toBe(true)
    },
  )

  const says = (file: string, words: string) => readFileSync(file, 'utf8').includes(words)
})

describe('what the browser loads', () => {
  /** Words that each stand in the server, so that their absence from the browser's files says something. */
  const marks = ['ZodError', 'better-sqlite3', 'foreign_keys', 'aes-256-gcm', 'APP_KEY']

  test.each(marks)('never includes "%s" of the server in the browser’s code', (mark) => {
    const server = filesBelow('dist', /\.js$/).filter((file) => !file.startsWith(client))
    expect(server.some((file) => readFileSync(file, 'utf8').includes(mark))).toBe(true)
    const holding = chunks.filter((name) => text(name).includes(mark))
    expect(holding).toEqual([])
  })

  const text = (name: string) => readFileSync(join(client, 'assets', name), 'utf8')
})

describe('a build', () => {
  let root: string
  beforeEach(() => {
    root = newFolder()
  })

  test.each(['db/rows.ts', 'src/domain/verbs.ts', 'src/env.ts'])(
    'fails a build when browser code reaches %s, and shows the chain of imports',
    async (server) => {
      const message = await said({
        'islands/Form.tsx': "import { part } from '../src/ui/part.ts'\nconsole.log(part)",
        'src/ui/part.ts': `import { secret } from '../../${server}'\nexport const part = secret`,
        [server]: 'export const secret = 1',
      })
      expect(message).toMatch(
        new RegExp(
          `Server code in a browser chunk:\\s+\\S*${server}\\s+imported by \\S*src/ui/part.ts\\s+imported by \\S*islands/Form.tsx`,
        ),
      )
    },
  )

  /** Builds these files for the browser; what the build said no with, or 'built'. */
  async function said(files: Record<string, string>): Promise<string> {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), content)
    }
    try {
      await build({
        root,
        configFile: false,
        logLevel: 'silent',
        plugins: [serverCodeStaysOut()],
        build: { rolldownOptions: { input: join(root, 'islands/Form.tsx') } },
      })
      return 'built'
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
})

/** A built file and all of ours that it imports, at once or later. */
function filesReached(file: string, found = new Set<string>()): string[] {
  if (found.has(file)) return []
  found.add(file)
  const imported = readFileSync(file, 'utf8').matchAll(
    /(?:from|import)\s*\(?\s*["'`]\.\/([\w.-]+\.js)["'`]/g,
  )
  for (const [, name = ''] of imported) filesReached(join('dist', name), found)
  return [...found]
}

function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => join(folder, file))
}
