import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDatabase } from '../../../db/open.ts'
import type { Deps } from '../../../src/deps.ts'
import type { Applicant } from '../../../src/domain/actor.ts'
import { findApplication } from '../../../src/domain/applications/application.ts'
import { createDraft } from '../../../src/domain/applications/drafts.ts'
import { startClientSession } from '../../../src/domain/clients/client-sessions.ts'
import { clientByApplication } from '../../../src/domain/clients/clients.ts'
import { submitApplication } from '../../../src/domain/signing/submit.ts'
import { openAdminSession } from '../../../src/domain/staff/admin-sessions.ts'
import { createAdmin } from '../../../src/domain/staff/admins.ts'
import { saveSchema } from '../../../src/forms/registration/save.ts'
import { hashToken } from '../../../src/security/tokens.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import { depsOn } from '../../support/deps-on.ts'
import { drawn } from '../../support/pdf/signatures.ts'
import { filledFolder } from './filled-database.ts'

/** The key of every folder of the benchmark: what one run made, the next one opens. */
export const benchKey = Buffer.alloc(32, 'benchmark').toString('base64')

/** The administrator of a visited folder. */
export const benchAdmin = { username: 'benchmark', password: 'seven idle copper kettles' }

/** The app's Deps on a folder that was filled, without port, documents or mail. */
export const benchDeps = (folder: string): Deps => depsOn(folder, benchKey, { NODE_ENV: 'test' })

/** A copy of a filled folder, to write into, and the end of it. */
export function copiedFolder(count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-copy-'))
  cpSync(filledFolder(count), folder, { recursive: true })
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}

type View = { path: string; cookie: string }

/**
 * A data folder of its own with so many applications, who looks at what in it with which cookie, and the documents of
 * some applications that nobody has asked for yet.
 */
export async function visitedFolder(count = 1000, documents = 0) {
  const copy = copiedFolder(count)
  const deps = benchDeps(copy.folder)
  const admin = await createAdmin(deps, { kind: 'system' }, benchAdmin)
  const cookie = `admin=${openAdminSession(deps, admin.id, 'full')}`
  const submitted = fullDraft(deps)
  submitDraft(deps, submitted)
  const client = clientByApplication(deps, findApplication(deps, submitted.id))
  if (!client) throw new Error('There is no account')
  const pages: Record<string, View> = {
    'form with a draft': { path: '/client-form', cookie: `draft=${fullDraft(deps).token}` },
    portal: { path: '/client-portal', cookie: `client=${startClientSession(deps, client.id)}` },
    dashboard: { path: '/admin/dashboard', cookie },
    'an application': { path: `/admin/applications/${submitted.id}`, cookie },
  }
  const unread = Array.from({ length: documents }, (): View => {
    const draft = fullDraft(deps)
    submitDraft(deps, draft)
    return { path: `/api/applications/${draft.id}/pdf`, cookie }
  })
  closeDatabase(deps.db)
  return { ...copy, pages, documents: unread }
}

export type Draft = { id: string; actor: Applicant; token: string }

/** Makes a draft with every answer; its name and address are its own in every run. */
export function fullDraft(deps: Deps): Draft {
  made += 1
  const own = {
    businessName: `Benchmark ${run} ${made} Ltd`,
    mainEmail: `${run}-${made}@example.com`,
  }
  const { status: _, submittedAt: __, ...draft } = finalSave(own)
  const start = { token: null, retry: null }
  const { application, token } = createDraft(deps, visitor, drawn(saveSchema.parse(draft)), start)
  if (!token) throw new Error('The new draft came without a token')
  return { id: application.id, actor: { ...visitor, tokenHash: hashToken(token) }, token }
}

/** Submits it as the form does when every section was saved before: the last one again, and that it is meant. */
export const submitDraft = (deps: Deps, draft: Draft) =>
  submitApplication(deps, draft.actor, draft.id, lastSave)

const run = Date.now().toString(36)
let made = 0
const visitor = {
  kind: 'applicant',
  tokenHash: null,
  address: '192.0.2.10',
  agent: 'Benchmark',
} as const
const { authSignature: _, ...lastSection } = (finalSave() as { 5: Record<string, unknown> })[5]
const lastSave = saveSchema.parse({ 5: lastSection, status: 'submitted' })
