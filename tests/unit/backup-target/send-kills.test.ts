import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { SendTask } from '#src/domain/backup-target/send.ts'
import { s3Keys, s3StandIn } from '../../support/backup/s3-stand-in.ts'

const key = 'shop/countersign-2026-11-20T10-00-00-000Z.db.gz.age'
const older = 'shop/countersign-2026-11-20T09-00-00-000Z.db.gz.age'

/** The steps of a send by the request that begins each. */
const steps = [
  ['before an upload is begun', /^GET .*[?&]uploads=/],
  ['when it is begun', /^POST .*[?&]uploads=/],
  ['in the first part', /partNumber=1&/],
  ['in the last part', /partNumber=2&/],
  ['when it is completed', /^POST .*uploadId=/],
  ['when it is read back', /^GET \/copies\/shop\//],
  ['when old copies are looked for', /^GET .*list-type=2/],
] as const

test('a kill at any step of an upload loses nothing, and the next send removes what it left', async () => {
  const s3 = await s3StandIn()
  const identity = await generateX25519Identity()
  const folder = mkdtempSync(join(tmpdir(), 'send-kills-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const copy = join(folder, 'countersign-2026-11-20T10-00-00-000Z.db')
  // random bytes do not get smaller: these go in two parts
  const content = randomBytes(8_600_000)
  writeFileSync(copy, content)
  s3.objects.set(older, Buffer.from('the copy before'))
  const task: SendTask = {
    copy,
    recipients: [await identityToRecipient(identity)],
    now: Date.parse('2026-11-20T10:00:00Z'),
    removeOld: true,
    target: { kind: 's3', bucket: 'copies', prefix: 'shop' },
    s3: { endpoint: s3.endpoint, region: 'eu-central-1', credentials: s3Keys },
    pause: 1,
  }
  const opened = async () => {
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    const object = s3.objects.get(key)
    return object && gunzipSync(await decrypter.decrypt(object)).equals(content)
  }

  for (const [step, begins] of steps) {
    const sender = startSender(task)
    s3.fault = (request) => {
      if (!begins.test(request)) return null
      sender.kill('SIGKILL')
      return 'hang up'
    }
    expect(await sender.ended, step).toBe('SIGKILL')
    expect(readFileSync(copy).equals(content), step).toBe(true)
    expect(s3.objects.get(older)?.toString(), step).toBe('the copy before')
    // a copy that has its name is whole
    expect(await opened(), step).not.toBe(false)
  }

  s3.fault = () => null
  expect(await startSender(task).ended).toEqual(expect.objectContaining({ kind: 'done' }))
  expect(await opened()).toBe(true)
  expect([...s3.objects.keys()].sort()).toEqual([older, key])
  expect([...s3.uploads.keys()]).toEqual([])
})

/** The process that the server starts; `ended` is its answer, or the signal that ended it. */
function startSender(task: SendTask) {
  const child = fork(join(inject('children'), 'backup-child.js'), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let answer: unknown = null
  child.on('message', (message) => {
    answer = message
    child.disconnect()
  })
  child.send(task)
  const ended = once(child, 'exit').then(([, signal]) => signal ?? answer)
  return { ended, kill: (signal: NodeJS.Signals) => child.kill(signal) }
}
