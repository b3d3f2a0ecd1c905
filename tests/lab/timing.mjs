/**
 * Measures whether response times reveal which accounts exist. Prints the chance that a known account takes longer
 * (0.5: nothing to learn) and the difference of the medians. `node FILE [PAIRS]`, on an idle machine.
 */
import { median } from './bench/rounds.ts'
import { ask, givePassword, openAccount, serve, warden } from './served.mjs'

const pairs = Number(process.argv[2] ?? 300)
const server = await serve({ LOG_LEVEL: 'error' })
const wrong = 'wrong kettle on 4 hobs'

try {
  const [invited, settled] = ['invited@example.com', 'settled@example.com']
  for (const email of [invited, settled]) await openAccount(server, email)
  await givePassword(server, settled)
  await compare(
    'admin sign-in',
    '/api/admin/login',
    () => ({ username: warden.username, password: wrong }),
    (at) => ({ username: `nobody${at}`, password: wrong }),
  )
  for (const [name, email] of [
    ['client sign-in, no password yet', invited],
    ['client sign-in, with a password', settled],
  ])
    await compare(
      name,
      '/api/client/login',
      () => ({ email, password: wrong }),
      (at) => ({ email: `nobody${at}@example.com`, password: wrong }),
    )
  await compare(
    'forgot password',
    '/api/client/forgot-password',
    () => ({ email: settled }),
    (at) => ({ email: `nobody${at}@example.com` }),
  )
  await compare(
    'set password',
    '/api/client/set-password',
    () => ({ token: 'A'.repeat(43), password: warden.password }),
    (at) => ({ token: `${at}`.padStart(43, 'B'), password: warden.password }),
  )
} finally {
  await server.stop()
}

async function compare(name, path, knownBody, unknownBody) {
  const took = { known: [], unknown: [] }
  const bodies = new Set()
  for (let at = -20; at < pairs; at++) {
    const order = at % 2 ? ['known', 'unknown'] : ['unknown', 'known']
    for (const kind of order) {
      const body = kind === 'known' ? knownBody(at) : unknownBody(at)
      const began = performance.now()
      const { status, text } = await ask(server.url, 'POST', path, { body })
      const ms = performance.now() - began
      if (at >= 0) took[kind].push(ms)
      bodies.add(`${status} ${text}`)
    }
  }
  const difference = median(took.known) - median(took.unknown)
  process.stdout.write(
    `${name}: pairs ${pairs}, AUC ${areaUnder(took).toFixed(3)}, medians ${median(took.known).toFixed(2)} and ${median(took.unknown).toFixed(2)} ms, difference ${difference.toFixed(2)} ms, different bodies ${bodies.size - 1}\n`,
  )
}

/** The share of pairs in which the known one took longer; ties count half. */
function areaUnder({ known: slow, unknown: fast }) {
  let wins = 0
  for (const a of slow) for (const b of fast) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / (slow.length * fast.length)
}
