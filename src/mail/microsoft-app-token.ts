import { ConfidentialClientApplication, type INetworkModule } from '@azure/msal-node'
import { MailFault } from './mailer.ts'
import { webRequest } from './web.ts'

export type MicrosoftApp = {
  clientId: string
  clientSecret: string
  tenantId: string
  loginUrl: string
  graphUrl: string
}

/** Tokens of the application itself (client credentials), kept in memory while they last. Throws `MailFault`. */
export function appTokens(app: MicrosoftApp): (say: (line: string) => void) => Promise<string> {
  const { clientId, clientSecret, tenantId, loginUrl, graphUrl } = app
  const { host } = new URL(loginUrl)
  const authority = `https://${host}/${tenantId}`
  const endpoint = `${authority}/oauth2/v2.0`
  const client = new ConfidentialClientApplication({
    auth: {
      clientId,
      clientSecret,
      authority,
      knownAuthorities: [host],
      // known from the start: nothing is discovered over the network
      authorityMetadata: JSON.stringify({
        authorization_endpoint: `${endpoint}/authorize`,
        token_endpoint: `${endpoint}/token`,
        issuer: `${authority}/v2.0`,
        jwks_uri: `${authority}/discovery/v2.0/keys`,
      }),
    },
    system: {
      networkClient: networkAt(loginUrl),
      loggerOptions: { loggerCallback: () => {}, piiLoggingEnabled: false },
    },
  })
  return async function tokenOf(say) {
    say(`Connecting to ${host}`)
    try {
      const result = await client.acquireTokenByClientCredential({
        scopes: [`${graphUrl}/.default`],
      })
      if (!result) throw new MailFault('AUTH_FAILED')
      return result.accessToken
    } catch (error) {
      throw faultOf(error)
    }
  }
}

/** The library insists on https; this is the one place that knows the address as the environment gives it. */
function networkAt(loginUrl: string): INetworkModule {
  async function send<T>(method: string, url: string, headers = {}, body: string | null = null) {
    const answer = await webRequest(url.replace(/^https:\/\/[^/]+/, loginUrl), {
      method,
      headers,
      body,
    })
    return { status: answer.status, headers: answer.headers, body: parse(answer.text) as T }
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

/** The library wraps what the network threw; an answer that refuses is about the credentials. */
function faultOf(error: unknown): MailFault {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at instanceof MailFault) return at
  const { errorCode } = error as { errorCode?: string }
  return new MailFault(errorCode === 'network_error' ? 'DROPPED' : 'AUTH_FAILED')
}
