import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freeBytes } from '#db/free-space.ts'
import { copiesIn } from '#db/kept-copies.ts'
import { isServed, volumeState } from '#db/volume.ts'
import { mebibytes, spaceLimits } from '#src/domain/applications/disk-space.ts'
import { hours } from '#src/domain/durations.ts'
import { backupsOf, oldestGoodCopy } from '#src/domain/maintenance/backup-age.ts'
import { type Env, isLoopback } from '#src/env.ts'
import { fontFiles, handFile } from '#src/pdf/fonts/font-files.ts'
import { type CommandContext, databaseOf } from '../command-context.ts'
import { rightsFinding } from '../copies-held.ts'
import type { Finding } from './finding.ts'
import { secondPlaceFinding } from './second-place.ts'
import { storedFindings } from './stored.ts'

/** Checks everything that an operator can get wrong; writes nothing. */
export function findings(env: Env, context: CommandContext): Finding[] {
  return [
    address(env),
    proxies(env),
    key(env),
    disk(env),
    server(env),
    backups(env, context.now()),
    secondPlaceFinding(env, context.now()),
    rightsFinding(env),
    fonts(context),
    ...storedFindings(env, context),
  ]
}

function address({ APP_URL, PORT }: Env): Finding {
  const about = 'address'
  const { protocol, hostname } = new URL(APP_URL)
  if (protocol === 'https:') return { is: 'ok', about, words: `links begin with ${APP_URL}` }
  if (isLoopback(hostname))
    return {
      is: 'think',
      about,
      words: `APP_URL is ${APP_URL}: only this machine can follow the links in emails. Set it to the address that people type (port ${PORT} stays inside)`,
    }
  return {
    is: 'think',
    about,
    words: `${APP_URL} is plain http: passwords travel in the clear. Put a proxy with TLS in front`,
  }
}

function proxies({ APP_URL, TRUSTED_PROXIES }: Env): Finding {
  const about = 'proxy'
  if (TRUSTED_PROXIES.length > 0)
    return {
      is: 'ok',
      about,
      words: `X-Forwarded-For is trusted from ${TRUSTED_PROXIES.join(', ')}`,
    }
  if (APP_URL.startsWith('http:')) return { is: 'ok', about, words: 'none, and none is expected' }
  return {
    is: 'think',
    about,
    words:
      'TRUSTED_PROXIES is empty: behind a proxy all visitors count as one address and share its limits',
  }
}

function key({ DATA_DIR, APP_KEY, APP_KEYS }: Env): Finding {
  const about = 'key'
  const file = join(DATA_DIR, 'app.key')
  if (existsSync(file))
    return {
      is: 'think',
      about,
      words: `${file} lies on the volume of the data: a stolen disk opens every secret. Move it away and set APP_KEY_FILE`,
    }
  if (APP_KEYS?.includes(','))
    return {
      is: 'think',
      about,
      words:
        'APP_KEYS holds more than one key: finish with "keys rotate", then give the new one alone',
    }
  return APP_KEY || APP_KEYS
    ? { is: 'ok', about, words: 'given from outside the volume' }
    : { is: 'think', about, words: `none is given: the first start writes ${file}` }
}

function disk({ DATA_DIR }: Env): Finding {
  const about = 'disk'
  if (!existsSync(DATA_DIR))
    return {
      is: 'think',
      about,
      words: `${DATA_DIR} does not exist yet; the first start creates it`,
    }
  const free = freeBytes(DATA_DIR)
  const words = `${Math.floor(free / mebibytes(1))} MiB are free in ${DATA_DIR}`
  if (free < spaceLimits.refuse)
    return { is: 'wrong', about, words: `${words}: new applications are refused` }
  return { is: free < spaceLimits.warn ? 'think' : 'ok', about, words }
}

function server({ DATA_DIR }: Env): Finding {
  const about = 'server'
  if (!existsSync(DATA_DIR)) return { is: 'ok', about, words: 'has not run yet' }
  if (isServed(DATA_DIR)) return { is: 'ok', about, words: 'runs on this folder' }
  if (volumeState(DATA_DIR) === 'running')
    return {
      is: 'think',
      about,
      words: 'not running, and did not stop cleanly: the next start reads every page first',
    }
  return { is: 'ok', about, words: 'does not run; it stopped in good order' }
}

function backups(env: Env, now: number): Finding {
  const about = 'backups'
  const folder = backupsOf(env)
  const { count, newest } = copiesIn(folder, now)
  if (newest === 0) {
    if (!existsSync(databaseOf(env))) return { is: 'ok', about, words: 'nothing to copy yet' }
    return {
      is: 'think',
      about,
      words: `none in ${folder} yet: the server makes one every 6 hours`,
    }
  }
  const age = now - newest
  const words = `${count} in ${folder}, the newest ${Math.round(age / hours(1))} hours old`
  if (age <= oldestGoodCopy) return { is: 'ok', about, words }
  return { is: 'wrong', about, words: `${words}. Look for "the backup failed" in the log` }
}

function fonts({ built }: CommandContext): Finding {
  const missing = [...fontFiles, handFile].filter(
    ({ file }) => !existsSync(join(built, 'fonts', file)),
  )
  if (missing.length === 0) return { is: 'ok', about: 'fonts', words: 'all are there' }
  return {
    is: 'wrong',
    about: 'fonts',
    words: `${missing.map(({ file }) => file).join(', ')} missing in ${join(built, 'fonts')}: documents cannot be made. Build again`,
  }
}
