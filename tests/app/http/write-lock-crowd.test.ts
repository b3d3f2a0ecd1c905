import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { whenWritable } from '#db/write-lock.ts'
import { readEnv } from '#src/env.ts'
import { openRuntime } from '#src/runtime.ts'
import { testApp } from '../../support/app/test-app.ts'
import { lockOf } from '../../support/app/write-lock.ts'
import {
  email,
  putEmails,
  saveMailSettings,
  smtpSettings,
  turn,
} from '../../support/mail/mail-settings.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

test('a hundred writes that wait share their looks at the lock', async () => {
  const { db } = testApp().deps
  lockOf(db.path)
  const looks = vi.spyOn(db.sqlite, 'pragma')
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => whenWritable(db)))
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(100)
  // three for a look; each one tries by itself first and last
  expect(looks.mock.calls.length).toBeLessThan(3 * 500)
}, 30_000)

test('all writes that wait go on when the lock is free', async () => {
  const { db } = testApp().deps
  const { release } = lockOf(db.path)
  const waiting = Array.from({ length: 100 }, () => whenWritable(db))
  release()
  await expect(Promise.all(waiting)).resolves.toHaveLength(100)
})

test('an email that was sent while another process writes is sent once', async () => {
  const app = testApp()
  let release = () => {}
  const server = await smtpServer({
    onMailFrom(_address, _session, done) {
      ;({ release } = lockOf(app.deps.db.path))
      done()
    },
  })
  saveMailSettings(app, smtpSettings(server.port))
  putEmails(app, 1)
  const looks = vi.spyOn(app.deps.db.sqlite, 'pragma')
  const sending = turn(app)
  // longer than a request would wait
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(3 * 260), 20_000)
  release()
  expect(await sending).toBe('sent')
  expect(email(app, 1)).toMatchObject({ state: 'sent' })
}, 30_000)

test('a server starts while another process writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-start-'))
  const read = readEnv({ DATA_DIR: folder })
  if (!read.ok) throw new Error(read.faults.join())
  const start = () =>
    openRuntime(read.env, pino({ level: 'silent' }), {
      migrations: 'db/migrations',
      pdfChild: 'none',
      cli: 'none',
    })
  await start().close()
  const { release } = lockOf(join(folder, 'countersign.db'))
  const app = start()
  release()
  await app.close()
})
