import { answers } from '../support/app/application-answers.ts'
import { admin, adminEnv } from '../support/browser/e2e-admin.ts'
import { startServer } from '../support/built-server.ts'
import { applyByCalls, ask, call, passwordLink } from '../support/calls.ts'

export { ask }

/** The administrator of a served app. */
export const warden = admin

/** The built server with data of its own, or in DATA_DIR, without limits that ordinary use could meet. */
export const serve = (env = {}) =>
  startServer({ dataDir: env.DATA_DIR, env: { ...adminEnv, RATE_LIMIT_FACTOR: '100000', ...env } })

/** The lines of a server's log, parsed. */
export const logged = (server) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

/** A whole registration, flat, as a call takes it; signed by a typed name. */
export function registration(mainEmail) {
  const { authSignature: _, ...fields } = Object.assign({}, ...Object.values(answers))
  return { ...fields, mainEmail, typedName: 'Ann Sample' }
}

/** Makes a draft; returns its reference and the browser's cookie. */
export async function openDraft({ url }, body) {
  const { text, cookie } = await call(url, 'POST', '/api/applications', { body })
  return { id: JSON.parse(text).id, cookie }
}

/** Submits an application, from which its customer has an account; returns as `openDraft`. */
export const openAccount = ({ url }, mainEmail) => applyByCalls(url, { mainEmail })

/** Gives a customer the administrator's password by the link of the email. */
export async function givePassword(server, email) {
  const body = { token: passwordLink(server, email), password: admin.password }
  await call(server.url, 'POST', '/api/client/set-password', { body })
}

/** Signs in by a call; returns the session's cookie. */
export const signIn = async ({ url }, path, body) =>
  (await call(url, 'POST', path, { body })).cookie
