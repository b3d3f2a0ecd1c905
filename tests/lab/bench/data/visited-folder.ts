import { closeDatabase } from '#db/open.ts'
import { openAdminSession } from '#src/domain/accounts/admin-sessions.ts'
import { createAdmin } from '#src/domain/accounts/admins.ts'
import { startClientSession } from '#src/domain/accounts/client-sessions.ts'
import { clientOf } from '#src/domain/accounts/clients.ts'
import { createPasswordToken } from '#src/domain/accounts/password-tokens.ts'
import { findApplication } from '#src/domain/applications/application.ts'
import { benchDeps } from './bench-deps.ts'
import { copiedFolder } from './filled-database.ts'
import { fullDraft, submitDraft } from './full-drafts.ts'

type View = { path: string; cookie: string }

export type Visited = {
  folder: string
  pages: Record<string, View>
  /** The page behind the link to a first password. */
  link: View
  documents: View[]
}

/**
 * A data folder of its own with so many applications, who looks at what in it with which cookie, and the documents of
 * some applications that nobody has asked for yet.
 */
export async function visitedFolder(count = 1000, documents = 0): Promise<Visited> {
  const folder = copiedFolder(count)
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
  const link = {
    path: `/client/set-password?token=${createPasswordToken(deps, client.id)}`,
    cookie: '',
  }
  const unread = Array.from({ length: documents }, () => {
    const draft = fullDraft(deps)
    submitDraft(deps, draft)
    return { path: `/api/applications/${draft.id}/pdf`, cookie: back }
  })
  closeDatabase(deps.db)
  return { folder, pages, link, documents: unread }
}
