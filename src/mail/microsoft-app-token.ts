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
  // the library keeps to itself what the network said
  let fault: unknown = null
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
      networkClient: networkAt(loginUrl, (error) => {
        fault = error
      }),
      loggerOptions: { loggerCallback: () => {}, piiLoggingEnabled: false },
    },
  })
  return async function tokenOf(say) {
    say(`Connecting to ${host}`)
    fault = null
    try {
      const result = await client.acquireTokenByClientCredential({
        scopes: [`${graphUrl}/.default`],
      })
      if (!result) throw new MailFault('AUTH_FAILED')
      return result.accessToken
    } catch (error) {
      throw [fault, error].find((each) => each instanceof MailFault) ?? new MailFault('AUTH_FAILED')
    }
  }
}

/** The library insists on https; this is the one place that knows the address as the environment gives it. */
function networkAt(loginUrl: string, note: (error: unknown) => void): INetworkModule {
  async function send<T>(method: string, url: string, headers = {}, body: string | null = null) {
    const answer = await webRequest(url.replace(/^https:\/\/[^/]+/, loginUrl), {
      method,
      headers,
      body,
    }).catch((error) => {
      note(error)
      throw error
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
