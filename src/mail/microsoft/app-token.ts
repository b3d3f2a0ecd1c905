import { ConfidentialClientApplication, type INetworkModule } from '@azure/msal-node'
import { httpRequest, refuseInconclusive } from '#src/mail/http/http-client.ts'
import { MailFault } from '#src/mail/mailer.ts'
import type { TokenSource } from './microsoft-mailer.ts'

export type MicrosoftApp = {
  clientId: string
  clientSecret: string
  tenantId: string
  loginUrl: string
  graphUrl: string
}

/** Tokens of the application itself (client credentials), kept in memory while they last. Throws `MailFault`. */
export function appTokens(app: MicrosoftApp): TokenSource {
  const { clientId, clientSecret, tenantId, loginUrl, graphUrl } = app
  const { host } = new URL(loginUrl)
  const authority = `https://${host}/${tenantId}`
  // the library hides the network's error
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
  const scopes = [`${graphUrl}/.default`]
  return async function tokenOf(logLine, refused) {
    logLine(`Connecting to ${host}`)
    fault = null
    try {
      const kept = await client.acquireTokenByClientCredential({ scopes })
      const result =
        kept?.accessToken === refused
          ? await client.acquireTokenByClientCredential({ scopes, skipCache: true })
          : kept
      if (!result?.accessToken) throw new MailFault('AUTH_FAILED')
      return result.accessToken
    } catch (error) {
      throw [fault, error].find((each) => each instanceof MailFault) ?? new MailFault('AUTH_FAILED')
    }
  }
}

/** The library insists on https; here its address becomes the one of the environment. */
function networkAt(loginUrl: string, note: (error: unknown) => void): INetworkModule {
  async function send<T>(method: string, url: string, headers = {}, body: string | null = null) {
    try {
      const target = url.replace(/^https:\/\/[^/]+/, () => loginUrl)
      const answer = await httpRequest(target, { method, headers, body })
      // the library mistakes a redirect for a response without a token, and an outage for a refusal
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
