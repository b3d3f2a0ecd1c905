import Database from 'better-sqlite3'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { finalSave } from './app/application-answers.ts'

export type Called = {
  status: number
  text: string
  /** What the answer sets, ready to be sent back. */
  cookie: string
}

export async function ask(
  url: string,
  method: string,
  path: string,
  { body, cookie = '' }: { body?: unknown; cookie?: string } = {},
): Promise<Called> {
  const answer = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return { status: answer.status, text: await answer.text(), cookie: cookies.join('; ') }
}

export async function call(...[url, method, path, sent]: Parameters<typeof ask>): Promise<Called> {
  const answer = await ask(url, method, path, sent)
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer
}

/** Makes a draft of the made-up company and submits it; returns the reference and the draft's cookie. */
export async function applyByCalls(url: string, changes: Record<string, unknown> = {}) {
  const save = finalSave(changes)
  const { status: _, submittedAt: __, ...draft } = save
  const { text, cookie } = await call(url, 'POST', '/api/applications', { body: draft })
  const { id }: { id: string } = JSON.parse(text)
  await call(url, 'PUT', `/api/applications/${id}`, { body: save, cookie })
  return { id, cookie }
}

/** Writes a link to set a password as the mail worker does, for the client of an address; returns its token. */
export function passwordLink({ dataDir }: { dataDir: string }, email: string): string {
  const token = newToken()
  const db = new Database(`${dataDir}/countersign.db`)
  const { changes } = db
    .prepare(
      `INSERT OR REPLACE INTO password_tokens (client, token_hash, expires_at)
       SELECT id, ?, ? FROM clients WHERE email = ?`,
    )
    .run(hashToken(token), Date.now() + 3_600_000, email.toLowerCase())
  db.close()
  if (changes !== 1) throw new Error(`There is no client with the address ${email}`)
  return token
}
