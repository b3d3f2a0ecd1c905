import type { Browser } from '../app/browser.ts'
import { type Asked, jsonPeer, type Peer } from './json-peer.ts'

export type MicrosoftStandIn = Peer & {
  /** Tokens of the application (`app-N`) and of a person (`user-N`) that Graph takes. */
  tokens: Set<string>
  /** Refresh tokens that still work, each once. */
  refreshTokens: Set<string>
  /** The MIME of every email that Graph took, with whose mailbox it was. */
  emails: { mailbox: string; mime: string }[]
  /** `atToken` happens while somebody waits for a token. */
  next: { graph: number; tenant: string; atToken: () => void }
  /** Graph takes none of the tokens handed out so far, and answers them with this status. */
  refuse: (status: number) => void
}

/** Microsoft's sign-in and Graph as far as we use them: token endpoint with rotation, and sendMail. */
export async function microsoftStandIn(tenant: string, port = 0): Promise<MicrosoftStandIn> {
  const tokens = new Set<string>()
  const refreshTokens = new Set<string>()
  const emails: MicrosoftStandIn['emails'] = []
  const next: MicrosoftStandIn['next'] = { graph: 202, tenant, atToken: () => {} }
  let count = 0

  const peer = await jsonPeer((asked) => {
    if (asked.path.split('?')[0] === `/${tenant}/oauth2/v2.0/token`)
      return token(new URLSearchParams(asked.body))
    const mailbox = asked.path.match(/^\/v1\.0\/(me|users\/[^/]+)\/sendMail$/)?.[1]
    return mailbox ? sendMail(asked, decodeURIComponent(mailbox)) : { status: 404, json: {} }
  }, port)
  let refusal = 401
  return { ...peer, tokens, refreshTokens, emails, next, refuse }

  function refuse(status: number) {
    tokens.clear()
    refusal = status
  }

  function token(form: URLSearchParams) {
    const grant = form.get('grant_type')
    count += 1
    next.atToken()
    if (grant === 'client_credentials') return grantOf(`app-${count}`, {})
    const old = form.get('refresh_token') ?? ''
    const good =
      grant === 'authorization_code' ? form.get('code') === 'good-code' : refreshTokens.delete(old)
    if (!good) return { status: 400, json: { error: 'invalid_grant', error_description: 'gone' } }
    refreshTokens.add(`refresh-${count}`)
    const claims = { tid: next.tenant, preferred_username: 'accounts@example.com' }
    const part = Buffer.from(JSON.stringify(claims)).toString('base64url')
    return grantOf(`user-${count}`, {
      refresh_token: `refresh-${count}`,
      id_token: `e30.${part}.c2ln`,
    })
  }

  function grantOf(access_token: string, more: object) {
    tokens.add(access_token)
    return { status: 200, json: { token_type: 'Bearer', expires_in: 3600, access_token, ...more } }
  }

  function sendMail({ headers, body }: Asked, mailbox: string) {
    const bearer = headers.authorization?.replace('Bearer ', '') ?? ''
    if (!tokens.has(bearer)) return { status: refusal, json: {} }
    if (next.graph === 202)
      emails.push({ mailbox, mime: Buffer.from(body, 'base64').toString('utf8') })
    return { status: next.graph }
  }
}

/** Where "Connect Microsoft 365" leads from the page of the email settings. */
export async function connectAddress(browser: Browser): Promise<URL> {
  const { text } = await browser.postForm('/admin/email-settings', { action: 'connect' })
  const [, href = ''] = /id="microsoft-address" href="([^"]+)"/.exec(text) ?? []
  return new URL(href.replaceAll('&amp;', '&'))
}
