import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { inject, onTestFinished } from 'vitest'
import { backupDatabase } from '#db/backup.ts'
import { sendCopy } from '#src/domain/backup-target/send.ts'
import { drillAndKeep } from '#src/domain/drill/drill-and-keep.ts'
import { minutes } from '#src/domain/durations.ts'
import { keepSecondPlace, placeOptions, secondPlace } from '#src/domain/maintenance/second-place.ts'
import { submit } from '../app/applicants.ts'
import { issueAll } from '../app/documents.ts'
import { testApp } from '../app/test-app.ts'

/** The child process and the migrations, as the tests have them. */
export const drillFiles = {
  drillChild: join(inject('children'), 'drill-child.js'),
  migrations: resolve('db/migrations'),
}

/** An app with one sealed document, whose second place is a folder; `send` puts a copy of now there. */
export async function drillSite(env: Record<string, string> = {}) {
  const disk = mkdtempSync(join(tmpdir(), 'second-place-'))
  onTestFinished(() => rmSync(disk, { recursive: true, force: true }))
  const identity = await generateX25519Identity()
  const identityFile = join(disk, 'identity.txt')
  writeFileSync(identityFile, `# created: today\n${identity}\n`)
  const app = testApp({
    env: {
      BACKUP_TARGET: disk,
      BACKUP_RECIPIENT: await identityToRecipient(identity),
      BACKUP_IDENTITY_FILE: identityFile,
      ...env,
    },
  })
  const { deps, clock } = app
  await submit(app.browser())
  await issueAll(app)
  const copies = () => readdirSync(disk).filter((name) => name.startsWith('countersign-'))
  async function send() {
    const copy = await backupDatabase(deps.db, join(deps.env.DATA_DIR, 'backups'), deps.now())
    const recipients = deps.env.BACKUP_RECIPIENT
    const target = { kind: 'folder', path: disk } as const
    const options = { target, s3: null, pause: 0, recipients, removeOld: false }
    const { name } = await sendCopy({ ...options, copy, now: deps.now() })
    clock.now += minutes(10)
    return name
  }
  return {
    app,
    disk,
    identity,
    copies,
    place: placeOptions(deps.env, deps.env.BACKUP_TARGET ?? { kind: 'folder', path: disk }),
    identityFile,
    send,
    /** As `send`, and the server knows that a copy arrived. */
    async sendAndNote() {
      const name = await send()
      const sent = { copy: name, at: deps.now(), certificates: [] }
      const since = secondPlace(deps.env)?.since ?? deps.now()
      keepSecondPlace(deps.env, { target: disk, since, sent, failed: null })
      return name
    },
    /** What the command does. */
    drillByHand(askIdentity = () => identity) {
      const target = { kind: 'folder', path: disk } as const
      const options = { target, askIdentity, typed: true, stopping: new AbortController().signal }
      return drillAndKeep(deps, drillFiles, options)
    },
    readIdentity: () => readFileSync(identityFile, 'utf8'),
  }
}

export type DrillSite = Awaited<ReturnType<typeof drillSite>>
