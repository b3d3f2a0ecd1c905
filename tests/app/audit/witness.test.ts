import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { backupDatabase } from '#db/copies.ts'
import { transact } from '#db/transaction.ts'
import { UsageError } from '#src/commands/command.ts'
import { restore } from '#src/commands/restore.ts'
import { verify } from '#src/commands/verify.ts'
import { verifyChain } from '#src/domain/audit/chain.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import {
  currentWitness,
  parseWitness,
  shortWitness,
  witnessText,
} from '#src/domain/audit/witness.ts'
import { rewriteHistory } from '../../support/app/rewritten-history.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { keyedApp, runBeside } from '../../support/commands.ts'

function withEvents(count: number) {
  const app = keyedApp()
  while ((currentWitness(app.deps)?.event ?? 0) < count) write(app)
  return app
}

const write = ({ deps }: TestApp) =>
  transact(deps, (deps) => recordEvent(deps, { kind: 'system' }, { action: 'setup list put away' }))

function witnessOf({ deps }: TestApp): string {
  const witness = currentWitness(deps)
  if (!witness) throw new Error('There is no event yet')
  return witnessText(witness)
}

const verified = (app: TestApp, ...args: string[]) => runBeside(app, verify, ...args)

describe('verify --witness', () => {
  test('confirms that a complete history holds the witness, in full and by its first digits', async () => {
    const app = withEvents(5)
    const witness = witnessOf(app)
    write(app)
    const short = witness.slice(0, witness.indexOf(':') + 9)
    const { said, error } = await verified(app, '--witness', witness, '--witness', short)
    expect(error).toBeNull()
    expect(said).toContain(`Witness ${witness}: holds.\nWitness ${short}: holds.`)
    expect(said).toContain('The history is intact: 6 events')
  })

  test('detects a history that was rewritten with the key, which the chain alone cannot show', async () => {
    const app = withEvents(5)
    const witness = witnessOf(app)
    write(app)
    rewriteHistory(app, { edit: 2 })
    expect(verifyChain(app.deps).breaks).toEqual([])
    const { said, error } = await verified(app, '--witness', witness)
    expect(said).toContain(`Witness ${witness}: the history was rewritten: its event`)
    expect(String(error)).toContain('The history has been changed: 1 fault.')
  })

  test('detects a history whose end was cut off with the key', async () => {
    const app = withEvents(5)
    const witness = witnessOf(app)
    rewriteHistory(app, { cutTo: 3 })
    const { said, error } = await verified(app, '--witness', witness)
    expect(said).toContain('the history is shorter than the witness: it ends at event 3.')
    expect(error).not.toBeNull()
  })

  test.each(['', '12', '0:7f3a09c2', '12:xyzxyzxy'])(
    'refuses %j as a witness and shows an example',
    async (text) => {
      const { error } = await verified(withEvents(1), '--witness', text)
      expect(error).toBeInstanceOf(UsageError)
      expect(String(error)).toContain('such as 1204:7f3a09c2')
    },
  )
})

test('reads a witness in its printed form like the long one', () => {
  const witness = { event: 1204, hash: '7f3a09c2'.repeat(8) }
  expect(shortWitness(witness)).toBe('1,204 · 7F3A 09C2')
  expect(parseWitness('1,204 · 7F3A 09C2')).toEqual({ event: 1204, hash: '7f3a09c2' })
})

test('accepts an earlier witness and explains a later one after an older backup was restored', async () => {
  const app = withEvents(4)
  const folder = join(app.deps.env.DATA_DIR, 'backups')
  mkdirSync(folder, { recursive: true })
  const copy = await backupDatabase(app.deps.db, folder, app.clock.now)
  const before = witnessOf(app)
  write(app)
  const lost = witnessOf(app)
  app.deps.db.sqlite.close()
  const { said, error } = await runBeside(app, restore, copy)
  expect(error).toBeNull()
  expect(said).toContain('ends at event 4. Later witnesses match the old database')
  expect((await verified(app, '--witness', before)).error).toBeNull()
  const late = await verified(app, '--witness', lost)
  expect(late.error).not.toBeNull()
  expect(late.said).toContain('A backup was restored on 20 November 2026')
  const aside = readdirSync(folder).find((name) => name.startsWith('replaced-')) ?? ''
  expect((await verified(app, join(folder, aside), '--witness', lost)).error).toBeNull()
})
