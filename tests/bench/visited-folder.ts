import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDatabase } from '#db/open.ts'
import { openAdminSession } from '#src/domain/admin-sessions.ts'
import { createAdmin } from '#src/domain/admins.ts'
import { findApplication } from '#src/domain/applications.ts'
import { startClientSession } from '#src/domain/client-sessions.ts'
import { clientOf } from '#src/domain/clients.ts'
import { benchDeps } from './bench-deps.ts'
import { filledFolder } from './filled-database.ts'
import { fullDraft, submitDraft } from './full-drafts.ts'

export type Visited = { folder: string; pages: Record<string, { path: string; cookie: string }> }

/** A data folder of its own with a thousand applications, and who looks at what in it with which cookie. */
export async function visitedFolder(): Promise<Visited> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-pages-'))
  cpSync(filledFolder(1000), folder, { recursive: true })
  const deps = benchDeps(folder)
  const account = { username: 'benchmark', password: 'seven idle copper kettles' }
  const admin = await createAdmin(deps, { kind: 'system' }, account)
  const sent = fullDraft(deps)
  submitDraft(deps, sent)
  const client = clientOf(deps, findApplication(deps, sent.id))
  if (!client) throw new Error('There is no account')
  const back = `admin=${openAdminSession(deps, admin.id, 'full')}`
  const pages = {
    'form with a draft': { path: '/client-form', cookie: `draft=${fullDraft(deps).token}` },
    portal: { path: '/client-portal', cookie: `client=${startClientSession(deps, client.id)}` },
    dashboard: { path: '/admin/dashboard', cookie: back },
    'an application': { path: `/admin/applications/${sent.id}`, cookie: back },
  }
  closeDatabase(deps.db)
  return { folder, pages }
}
