import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { draftTokens } from '#db/schema/applications.ts'
import { findApplication } from '#src/domain/applications/application.ts'
import { createDraftLink, takeOverDraft } from '#src/domain/applications/draft-links.ts'
import { createDraft } from '#src/domain/applications/drafts.ts'
import { eventsOf } from '#src/domain/audit/events.ts'
import { openData } from '#src/domain/maintenance/data-folder.ts'
import { submitApplication } from '#src/domain/signing/submit.ts'
import { saveSchema } from '#src/forms/registration/save.ts'
import { hashToken } from '#src/security/tokens.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import { email } from '../../support/app/clients.ts'
import { depsOn } from '../../support/deps-on.ts'
import { envOf } from '../../support/env.ts'
import { newFolder } from '../../support/folder.ts'
import { drawn } from '../../support/pdf/signatures.ts'
import { bundled } from '../support/bundle.ts'
import { isLong } from '../support/rounds.ts'
import { faultsOf } from '../support/stored-state.ts'

const program = bundled('tests/fault/support/act-and-die.ts')
/** The number of statements from one kill to the next; the long run tries every statement. */
const apart = isLong ? 1 : 3
const appKey = randomBytes(32).toString('base64')
const someone = { kind: 'applicant', tokenHash: null, address: '192.0.2.1', agent: '' } as const
const save = drawn(saveSchema.parse(finalSave()))

/** A folder with one draft, the secret of its browser and a link to it. */
function folderWithDraft() {
  const folder = newFolder()
  const env = envOf({ DATA_DIR: folder, APP_KEY: appKey })
  openData(env, 'db/migrations', Date.now, { holdsLock: true }).close()
  const deps = depsOn(folder, appKey)
  const made = createDraft(deps, someone, save, { token: null, retry: null })
  const { id } = made.application
  const link = createDraftLink(deps, id, email, 'resume') ?? ''
  deps.db.sqlite.close()
  return { folder, id, secret: made.token ?? '', link }
}

type Killed = { deps: ReturnType<typeof depsOn>; holders: { tokenHash: string; access: string }[] }

/** Repeats the action in a process of its own, which is killed a few statements later each time. */
async function killAtEachStep(
  { folder, id }: { folder: string; id: string },
  action: 'hand over' | 'submit',
  secret: string,
  check: (killed: Killed) => void,
) {
  let kills = 0
  for (let at = 0; ; at += apart) {
    const copy = newFolder()
    cpSync(folder, copy, { recursive: true })
    const words = [program, resolve('db/migrations'), action, id, secret, String(at)]
    const child = spawn(process.execPath, words, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH: process.env.PATH, DATA_DIR: copy, APP_KEY: appKey },
    })
    const [code, signal] = await once(child, 'exit')
    expect(code ?? 0).toBe(0)
    const deps = depsOn(copy, appKey)
    const { seq } = findApplication(deps, id)
    const holders = deps.db.orm
      .select()
      .from(draftTokens)
      .where(eq(draftTokens.application, seq))
      .all()
    expect(faultsOf(deps)).toEqual([])
    check({ deps, holders })
    deps.db.sqlite.close()
    rmSync(copy, { recursive: true, force: true })
    if (signal === null) break
    kills += 1
  }
  expect(kills).toBeGreaterThan(2)
}

test('leaves the draft to one browser when a hand-over is killed at any step, and the link works again', async () => {
  const draft = folderWithDraft()
  await killAtEachStep(draft, 'hand over', draft.link, ({ deps, holders }) => {
    const isHandedOver = eventsOf(deps, draft.id).some(({ action }) => /handed over/.test(action))
    expect(holders).toHaveLength(1)
    expect(holders[0]?.tokenHash !== hashToken(draft.secret)).toBe(isHandedOver)
    const { token } = takeOverDraft(deps, someone, draft.link, draft.secret)
    const rows = deps.db.orm.select().from(draftTokens).all()
    expect(rows).toMatchObject([{ tokenHash: hashToken(token), access: 'write' }])
  })
})

test('completes a submit that is killed at any step or leaves it undone, and the same submit finishes it', async () => {
  const draft = folderWithDraft()
  await killAtEachStep(draft, 'submit', draft.secret, ({ deps, holders }) => {
    const { status } = findApplication(deps, draft.id)
    const access = status === 'draft' ? 'write' : 'read'
    const tokenHash = hashToken(draft.secret)
    expect(holders).toMatchObject([{ tokenHash, access }])
    submitApplication(deps, { ...someone, tokenHash }, draft.id, save)
    expect(findApplication(deps, draft.id).status).toBe('submitted')
    expect(faultsOf(deps)).toEqual([])
  })
})
