import { ConfidentialClientApplication, type INetworkModule } from '@azure/msal-node'
import { createTransport } from 'nodemailer'
import { type HttpResponse, httpRequest, refuseInconclusive } from './http.ts'
import { failed, type Mailer, MailFault, type Message, mimeFields } from './mailer.ts'

/** Returns an access token, but never the one that was `refused`, even if it has not expired. Throws `MailFault`. */
type TokenSource = (logLine: (line: string) => void, refused?: string) => Promise<string>

/**
 * Sends MIME through Microsoft Graph. With `mailbox` the token belongs to an application; `null` means the mailbox of
 * the person who connected.
 */
export function microsoftMailer({
  graphUrl,
  mailbox,
  token,
}: {
  graphUrl: string
  mailbox: string | null
  token: TokenSource
}): Mailer {
  const sender = mailbox === null ? 'me' : `users/${encodeURIComponent(mailbox)}`
  const closing = new AbortController()
  return {
    async send(message, watch = {}) {
      const log: string[] = []
      const logLine = (line: string) => log.push(line)
      const signals = watch.signal ? [watch.signal, closing.signal] : [closing.signal]
      const signal = AbortSignal.any(signals)
      try {
        const body = (await mimeOf(message)).toString('base64')
        const post = (bearer: string) => {
          const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'text/plain' }
          const url = `${graphUrl}/v1.0/${sender}/sendMail`
          watch.onHandedOver?.()
          return httpRequest(url, { method: 'POST', headers, body, signal }, { isSending: true })
        }
        const bearer = await unlessAborted(signal, token(logLine))
        log.push('Authenticated', `Connecting to ${new URL(graphUrl).host}`)
        let answer = await post(bearer)
        if (answer.status === 401 || answer.status === 403) {
          // the token was revoked early, or was issued before a permission was granted
          log.push(
            `The access token was refused (${answer.status}): trying once more with a new one`,
          )
          answer = await post(await unlessAborted(signal, token(logLine, bearer)))
        }
        if (answer.status !== 202) throw faultOf(answer)
        log.push(`Accepted: ${answer.status}`)
        return { ok: true, log }
      } catch (error) {
        const broken = watch.signal?.reason
        return failed(broken instanceof MailFault ? broken : error, log)
      }
    },
    close: () => closing.abort(),
  }
}

function unlessAborted<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject)
  })
}

/** 400 and 413 are about this email, while 401 and 403 are about the permission to send. */
function faultOf({ status, headers }: HttpResponse): MailFault {
  if (status === 401 || status === 403) return new MailFault('AUTH_FAILED', status)
  return new MailFault('REJECTED', status, {
    permanent: status === 400 || status === 413,
    retryAfter: headers['retry-after'],
  })
}

const composer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
})

async function mimeOf(email: Message): Promise<Buffer> {
  const { message } = await composer.sendMail(mimeFields(email))
  return message as Buffer
}

export type MicrosoftApp = {
  clientId: string
  clientSecret: string
  tenantId: string
  loginUrl: string
  graphUrl: string
}

/** Returns tokens for client credentials, and keeps each in memory until it expires. Throws `MailFault`. */
export function appTokens(app: MicrosoftApp): TokenSource {
  const { clientId, clientSecret, tenantId, loginUrl, graphUrl } = app
  const { host } = new URL(loginUrl)
  const authority = `https://${host}/${tenantId}`
  // the library hides the error of the network
  let fault: unknown = null
  const endpoint = `${authority}/oauth2/v2.0`
  const client = new ConfidentialClientApplication({
    auth: {
      clientId,
      clientSecret,
      authority,
      knownAuthorities: [host],
      // these addresses are fixed, so nothing has to be discovered over the network
      authorityMetadata: JSON.stringify({
        authorization_endpoint: `${endpoint}/authorize`,
        token_endpoint: `${endpoint}/token`,
        issuer: `${authority}/v2.0`,
        jwks_uri: `${authority}/discovery/v2.0/keys`,
      }),
    },
    system: {
      networkClient: networkAt(loginUrl, (error) => {
        fault = error
      }),
      loggerOptions: { loggerCallback: () => {}, piiLoggingEnabled: false },
    },
  })
  const scopes = [`${graphUrl}/.default`]
  return async function tokenOf(logLine, refusedToken) {
    logLine(`Connecting to ${host}`)
    fault = null
    try {
      const cached = await client.acquireTokenByClientCredential({ scopes })
      const result =
        cached?.accessToken === refusedToken
          ? await client.acquireTokenByClientCredential({ scopes, skipCache: true })
          : cached
      if (!result?.accessToken) throw new MailFault('AUTH_FAILED')
      return result.accessToken
    } catch (error) {
      throw [fault, error].find((each) => each instanceof MailFault) ?? new MailFault('AUTH_FAILED')
    }
  }
}

/** The library insists on https, so the address is replaced here by the one in the environment. */
function networkAt(loginUrl: string, note: (error: unknown) => void): INetworkModule {
  async function send<T>(method: string, url: string, headers = {}, body: string | null = null) {
    try {
      const target = url.replace(/^https:\/\/[^/]+/, () => loginUrl)
      const answer = await httpRequest(target, { method, headers, body })
      // the library mistakes a redirect for an answer without a token, and an outage for a refusal
      refuseInconclusive(answer)
      return { status: answer.status, headers: answer.headers, body: parse(answer.text) as T }
    } catch (error) {
      note(error)
      throw error
    }
  }
  return {
    sendGetRequestAsync: (url, options) => send('GET', url, options?.headers),
    sendPostRequestAsync: (url, options) => send('POST', url, options?.headers, options?.body),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
