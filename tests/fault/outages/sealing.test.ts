import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { storedDocuments } from '../../support/app/documents.ts'
import { jobsIn } from '../../support/app/jobs.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { pkcs12 } from '../../support/pkcs12.ts'
import { appOfProcess } from '../support/app-of-process.ts'
import { type ServerProcess, serverOfFile, serverProcess } from '../support/server-process.ts'
import { faultsOf } from '../support/stored-state.ts'

const running = serverOfFile()

const sealed = (app: TestApp) =>
  vi.waitFor(
    () => {
      const documents = storedDocuments(app)
      expect(documents.length).toBeGreaterThan(0)
      for (const { pdf, sha256 } of documents) {
        const bytes = pdf ?? expect.fail('a document is not made yet')
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
      }
      return documents
    },
    { timeout: 60_000, interval: 50 },
  )

const documentsOf = (app: TestApp, id: string) =>
  storedDocuments(app).filter(({ application }) => application === id)

/** Submits and kills the server at once, until a document was left unmade. */
async function leavePending(server: ServerProcess, app: TestApp): Promise<string> {
  for (;;) {
    const id = await submit(app.browser(), { mainEmail: `${server.pid()}@example.com` })
    await server.end('SIGKILL')
    if (storedDocuments(app).some(({ sealedAt }) => sealedAt === null)) return id
    await server.start()
  }
}

test('a server that was killed between the submit and the sealing makes the document at its next start', {
  timeout: 120_000,
}, async () => {
  const server = running()
  const app = appOfProcess(server)
  const id = await leavePending(server, app)
  const frozen = documentsOf(app, id)[0]
  await server.start()
  await sealed(app)
  const made = documentsOf(app, id)
  expect(made).toEqual([
    expect.objectContaining({ id: frozen?.id, data: frozen?.data, signature: frozen?.signature }),
  ])
  await server.end('SIGKILL')
  await server.start()
  expect(documentsOf(app, id)).toEqual(made)
  expect(faultsOf(app.deps)).toEqual([])
})

test('a server that was killed right after a decision makes its document at the next start, and the email carries it', {
  timeout: 120_000,
}, async () => {
  const server = running()
  const app = appOfProcess(server)
  const admin = await adminBrowser(app)
  const id = await submit(app.browser(), { mainEmail: 'decided@example.com' })
  await sealed(app)
  const path = `/api/applications/${id}/approve`
  expect((await admin.patch(path, { customerCode: 'CAL-042' })).status).toBe(200)
  await server.end('SIGKILL')
  await server.start()
  await sealed(app)
  const [, countersigned] = documentsOf(app, id)
  const sql = "select document from jobs where kind = 'approval'"
  expect(countersigned?.kind).toBe('countersigned')
  expect(app.deps.db.sqlite.prepare(sql).all()).toEqual([{ document: countersigned?.id }])
  expect(faultsOf(app.deps)).toEqual([])
})

test('a copy that was taken while a document waited makes it where it is restored', {
  timeout: 120_000,
}, async () => {
  const server = running()
  const id = await leavePending(server, appOfProcess(server))
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-restored-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  for (const name of readdirSync(server.dataDir).filter((name) => /^countersign/.test(name)))
    copyFileSync(join(server.dataDir, name), join(dataDir, name))
  const restored = await serverProcess({ dataDir, env: { APP_KEY: server.appKey } })
  const documents = await sealed(appOfProcess(restored))
  expect(documents.map(({ application }) => application)).toContain(id)
})

test('a document whose process is killed under way is made by the next one', {
  timeout: 120_000,
}, async () => {
  const server = running()
  const app = appOfProcess(server)
  const id = await submit(app.browser(), { mainEmail: 'killed@example.com' })
  await vi.waitFor(
    () => {
      const job = jobsIn(app, 'document')[0]
      // the process that is started after the last kill is left alone, since the next signature needs it
      if (!job?.attempts) killChildren(server.pid())
      expect(job?.state).toBe('waiting')
      expect(job?.attempts).toBeGreaterThan(0)
    },
    { timeout: 30_000, interval: 5 },
  )
  expect(documentsOf(app, id)[0]?.sealedAt).toBe(null)
  app.deps.db.sqlite.exec("update jobs set next_at = 0 where queue = 'document'")
  await submit(app.browser(), { mainEmail: 'second@example.com' })
  await sealed(app)
  expect(documentsOf(app, id)).toHaveLength(1)
})

/** The processes that the server has started. */
function killChildren(parent: number) {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
  for (const pid of children.split(' ').filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // gone already
    }
  }
}

test('a start with the wrong password of a PKCS#12 file says so in one line and exits with 78', async () => {
  const { file } = pkcs12('right')
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-pkcs12-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const started = spawnSync(process.execPath, ['dist/server.js'], {
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir },
      ...{ DOCUMENT_PKCS12_FILE: file, DOCUMENT_PKCS12_PASSWORD: 'wrong' },
    },
    encoding: 'utf8',
  })
  expect([started.status, started.stdout, started.stderr]).toEqual([
    78,
    '',
    'The environment is not right:\n  DOCUMENT_PKCS12_FILE: The password does not open the PKCS#12 file\n',
  ])
  expect(readdirSync(dataDir)).toEqual([])
})
