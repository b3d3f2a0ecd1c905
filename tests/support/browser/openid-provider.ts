import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import type { Page } from 'playwright'

export const openIdClient = { id: 'countersign', secret: 'a secret of the stand-in' }

/** A certified provider on loopback, where everybody signs in by a name and any password. */
export async function startOpenIdProvider(redirectTo: string) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: openIdClient.id,
        client_secret: openIdClient.secret,
        redirect_uris: [redirectTo],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'first', use: 'sig' }] },
    cookies: { keys: ['a key of the stand-in'] },
    claims: { profile: ['name', 'preferred_username'], email: ['email'] },
    conformIdTokenClaims: false,
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, name: `${id} Example`, preferred_username: `${id}@firm.example` }),
    }),
  })
  server.on('request', provider.callback())
  return {
    issuer,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Signs in on the provider's own pages, and agrees where it asks. */
export async function signInThere(page: Page, issuer: string, name: string) {
  await page.waitForURL(`${issuer}/interaction/*`)
  await page.locator('[name=login]').fill(name)
  await page.locator('[name=password]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page
    .getByRole('button', { name: 'Continue' })
    .click({ timeout: 5_000 })
    .catch(() => {})
}
