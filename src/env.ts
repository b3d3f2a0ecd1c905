import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { emailAddress } from './forms/text-schema.ts'
import { readHost, readWebAddress } from './forms/web-address.ts'
import { isLoopback, readNetwork } from './security/addresses.ts'

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `is not one of ${words.join(', ')}` })

const flag = oneOf(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true')

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )

const networks = list.refine(
  (items) => items.every((item) => readNetwork(item) !== null),
  'is not a list of addresses or networks such as 10.0.0.0/8',
)

const timezone = z.string().refine(isTimezone, 'is not a time zone such as Europe/London')

const isKey = (text: string) => Buffer.from(text.trim(), 'base64').length === 32

const key = z.string().refine(isKey, 'is not 32 bytes in base64')

const keys = z
  .string()
  .refine((text) => text.split(',').every(isKey), 'is not a list of keys, 32 bytes in base64 each')

const noAddress = 'is not an address such as https://accounts.example.com'

const webAddress = z.string().refine((text) => readWebAddress(text) !== null, {
  error: noAddress,
  // the checks below read the text as an address
  abort: true,
})

const isHost = (text: string) => readHost(text.includes(':') ? `[${text}]` : text) !== null

const hosts = list.refine(
  (items) => items.every(isHost),
  'is not a list of hosts such as smtp.example.com or 10.0.0.5',
)

/** An address to which we add a path. */
const origin = z.string().superRefine((text, context) => {
  const message = faultOfOrigin(text)
  if (message) context.addIssue({ code: 'custom', message, continue: false })
})

const service = origin
  .refine((text) => !isInsecure(text), 'must be https, or plain http on a loopback host')
  .transform((text) => new URL(text).origin)

const addressAndPort = z
  .string()
  .regex(
    /^(\[[\da-f:.]+\]|[^:[\]]+):\d{1,5}$/i,
    'is not an address and a port such as 127.0.0.1:9464',
  )
  .transform((text) => {
    const colon = text.lastIndexOf(':')
    return {
      HOST: text.slice(0, colon).replace(/^\[|\]$/g, ''),
      PORT: Number(text.slice(colon + 1)),
    }
  })
  .refine(
    ({ HOST, PORT }) => isHost(HOST) && PORT > 0 && PORT <= 65535,
    'is not an address and a port such as 127.0.0.1:9464',
  )

const port = z
  .string()
  .refine(
    (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65535,
    'is not a port: a whole number up to 65535',
  )
  .transform(Number)

const factor = z.coerce
  .number({ error: 'is not a number such as 1 or 2.5' })
  .min(0.01, 'is less than 0.01')

const file = z.string().refine((path) => contentOf(path) !== null, 'is not a file that can be read')

/** Makes the path of a folder absolute, because restic runs in another folder. */
const repository = z
  .string()
  .transform((text) => (remoteRepository.test(text) ? text : resolve(text.replace(/^local:/, ''))))

const remoteRepository = /^(sftp|rest|s3|b2|azure|gs|swift|rclone):/

const certificates = z
  .string()
  .refine(
    (path) => contentOf(path)?.includes('-----BEGIN CERTIFICATE-----'),
    'is not a file of certificates in PEM form',
  )

export const envSchema = z.object({
  HOST: z.string().refine(isHost, 'is not a host such as 127.0.0.1 or ::').default('127.0.0.1'),
  PORT: port.default(3000),
  APP_URL: origin.optional(),
  ALLOW_INSECURE_HTTP: flag,
  DATA_DIR: z.string().default('./data'),
  APP_KEY: key.optional(),
  APP_KEYS: keys.optional(),
  ADMIN_USERNAME: z.string().max(64, 'is longer than 64 characters').optional(),
  ADMIN_PASSWORD: z.string().min(12, 'needs at least 12 characters').optional(),
  ADMIN_NETWORKS: networks,
  COMPANY_NAME: z.string().max(100, 'is longer than 100 characters').optional(),
  COMPANY_SALES_EMAIL: emailAddress('is not an email address').default('sales@example.com'),
  COMPANY_LOGO: file.optional(),
  COMPANY_PRIVACY_URL: webAddress.optional(),
  DOCUMENT_PKCS12_FILE: file.optional(),
  DOCUMENT_PKCS12_PASSWORD: z.string().optional(),
  TIMESTAMP_URL: webAddress.optional(),
  BACKUP_REPOSITORY: repository.optional(),
  BACKUP_PASSWORD_FILE: file
    .refine((path) => contentOf(path)?.trim() !== '', 'is empty')
    .transform((path) => resolve(path))
    .optional(),
  APP_TIMEZONE: timezone.default('Europe/London'),
  TRUSTED_PROXIES: networks,
  SEND_NOTHING: flag,
  SMTP_EGRESS: oneOf(['private-ok', 'public-only', 'allowlist']).default('private-ok'),
  SMTP_ALLOWED_HOSTS: hosts,
  SMTP_LOCAL_HOSTS: hosts,
  SMTP_EXTRA_CA_FILE: certificates.optional(),
  SENDGRID_API_URL: service.default('https://api.sendgrid.com'),
  MICROSOFT_LOGIN_URL: service.default('https://login.microsoftonline.com'),
  MICROSOFT_GRAPH_URL: service.default('https://graph.microsoft.com'),
  COMPANIES_HOUSE_URL: service.default('https://api.company-information.service.gov.uk'),
  HMRC_URL: service.default('https://api.service.hmrc.gov.uk'),
  RATE_LIMIT_FACTOR: factor.default(1),
  METRICS_ADDRESS: addressAndPort.optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

/** Each of these may also be set as `NAME_FILE`. */
export const secretNames = [
  'APP_KEY',
  'APP_KEYS',
  'ADMIN_PASSWORD',
  'DOCUMENT_PKCS12_PASSWORD',
] as const

/** Settings of earlier versions. They are refused, because the operator expects something that no longer happens. */
const removedSettings = {
  RETENTION_REJECTED_DAYS:
    'no longer exists, and nothing is removed by age until you set the retention in the back office, at the bottom of Company. Remove the line',
  RETENTION_APPROVED_DAYS:
    'no longer exists, because it also removed customers who still buy. Remove the line; to remove one customer, run "person erase"',
  BACKUP_TARGET:
    'no longer exists. Backups leave the machine by restic: set BACKUP_REPOSITORY and BACKUP_PASSWORD_FILE instead, as docs/operations.md describes',
}

export type Env = Omit<z.infer<typeof envSchema>, 'APP_URL'> & {
  APP_URL: string
  resticVariables: Record<string, string>
  childVariables: Record<string, string | undefined>
}

type EnvResult = { ok: true; env: Env } | { ok: false; faults: string[] }

export function readEnv(source: Record<string, string | undefined>): EnvResult {
  const faults: string[] = []
  const settings = trimmed(source, faults)
  for (const name of secretNames) {
    const path = settings[`${name}_FILE`]
    if (path === undefined) continue
    const content = contentOf(path)
    if (content === null) faults.push(faultOf(`${name}_FILE`, path, 'cannot be read'))
    else settings[name] = content.trim()
  }
  for (const [name, words] of Object.entries(removedSettings))
    if (settings[name] !== undefined) faults.push(`${name}: ${words}`)
  const parsed = envSchema.safeParse(settings)
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = String(path[0])
    faults.push(faultOf(name, settings[name], message))
  }
  const { APP_URL, PORT = '3000', ALLOW_INSECURE_HTTP } = settings
  const url = APP_URL ?? `http://localhost:${PORT}`
  if (ALLOW_INSECURE_HTTP !== 'true' && faultOfOrigin(url) === null && isInsecure(url))
    faults.push(
      faultOf(
        'APP_URL',
        url,
        'is plain http, which is only allowed for a loopback host or with ALLOW_INSECURE_HTTP=true',
      ),
    )
  if (parsed.success) faults.push(...repositoryFaults(parsed.data))
  const resticVariables = resticVariablesOf(settings, faults)
  if (!parsed.success || faults.length > 0) return { ok: false, faults }
  const env = parsed.data.SEND_NOTHING ? withoutPlaces(parsed.data) : parsed.data
  const childVariables = childVariablesOf(source)
  return {
    ok: true,
    env: { ...env, APP_URL: new URL(url).origin, resticVariables, childVariables },
  }
}

/** Leaves out empty settings. Quotation marks around a value are a fault, because only a shell removes them. */
function trimmed(
  source: Record<string, string | undefined>,
  faults: string[],
): Record<string, string | undefined> {
  const settings: Record<string, string | undefined> = {}
  for (const [name, text = ''] of Object.entries(source)) {
    const value = text.trim()
    if (value === '') continue
    if (isOurs(name) && !isSecret(name) && /^(["'])(?:(?!\1).)*\1$/s.test(value))
      faults.push(faultOf(name, value, 'is in quotation marks: remove them'))
    else settings[name] = value
  }
  return settings
}

const isSecret = (name: string) => secretNames.some((secret) => secret === name)

const isOurs = (name: string) =>
  Object.hasOwn(envSchema.shape, name) || isSecret(name.replace(/_FILE$/, ''))

const longestShown = 200

/**
 * Shows the value, so that a stray blank or quotation mark is visible, but never a secret or the password in an
 * address.
 */
function faultOf(name: string, value: string | undefined, words: string): string {
  if (value === undefined || isSecret(name)) return `${name}: ${words}`
  const display = JSON.stringify(
    value.replace(/\/\/.*@/s, '//***@').slice(0, longestShown),
  ).replace(
    /[^\P{C}]|(?! )\p{Z}/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `${name}: ${display} ${words}`
}

/** `SEND_NOTHING` drops every place to which data could be sent. */
const withoutPlaces = ({
  BACKUP_REPOSITORY: _repository,
  TIMESTAMP_URL: _authority,
  ...env
}: z.infer<typeof envSchema>): z.infer<typeof envSchema> => env

/** We set the variables for restic's repository, password and folders ourselves. */
const resticName =
  /^(?!RESTIC_(REPOSITORY|PASSWORD|CACHE_DIR|FROM_))(RESTIC|AWS|B2|AZURE|GOOGLE|OS|ST|RCLONE)_\w+$/
const systemNames =
  /^(PATH|HOME|USER|LOGNAME|SSH_AUTH_SOCK|SSL_CERT_(FILE|DIR)|(HTTPS?|NO)_PROXY)$/i
const resticSecretFile =
  /^((AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN)|B2_ACCOUNT_(ID|KEY)|AZURE_ACCOUNT_(NAME|KEY|SAS)|OS_(PASSWORD|AUTH_TOKEN|APPLICATION_CREDENTIAL_SECRET)|ST_KEY|RESTIC_REST_(USERNAME|PASSWORD)))_FILE$/

function resticVariablesOf(
  settings: Record<string, string | undefined>,
  faults: string[],
): Record<string, string> {
  const variables: Record<string, string> = {}
  for (const [name, value = ''] of Object.entries(settings)) {
    const secret = resticSecretFile.exec(name)?.[1]
    if (secret) {
      const content = contentOf(value)
      if (content === null) faults.push(faultOf(name, value, 'cannot be read'))
      else variables[secret] = content.trim()
    } else if (resticName.test(name) || systemNames.test(name)) variables[name] ??= value
  }
  return variables
}

const childSetting =
  /^(DATA_DIR|LOG_LEVEL|SEND_NOTHING|APP_TIMEZONE|APP_KEYS?(_FILE)?|BACKUP_(REPOSITORY|PASSWORD_FILE))$/

const childVariablesOf = (settings: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(settings).filter(([name]) =>
      [childSetting, resticName, resticSecretFile, systemNames].some((names) => names.test(name)),
    ),
  )

/** Refuses a repository inside the data folder, because both would be lost together. */
function repositoryFaults(env: z.infer<typeof envSchema>): string[] {
  const { BACKUP_REPOSITORY, BACKUP_PASSWORD_FILE, DATA_DIR } = env
  if (!BACKUP_REPOSITORY) return []
  const faults = BACKUP_PASSWORD_FILE
    ? []
    : ['BACKUP_PASSWORD_FILE: is required with BACKUP_REPOSITORY, because it encrypts the backups']
  if (remoteRepository.test(BACKUP_REPOSITORY)) return faults
  const way = relative(realPath(DATA_DIR), realPath(BACKUP_REPOSITORY))
  const isOutside = way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)
  return isOutside
    ? faults
    : [
        ...faults,
        faultOf(
          'BACKUP_REPOSITORY',
          BACKUP_REPOSITORY,
          'is inside DATA_DIR, and would be lost with it',
        ),
      ]
}

function realPath(path: string): string {
  const full = resolve(path)
  if (existsSync(full)) return realpathSync(full)
  return full === dirname(full) ? full : join(realPath(dirname(full)), basename(full))
}

function faultOfOrigin(text: string): string | null {
  const url = readWebAddress(text)
  if (!url) return noAddress
  const { username, password, pathname, hostname } = url
  if (username || password) return 'contains a user name or a password: remove them'
  if (/[?#]/.test(text)) return 'has something after "?" or "#": remove it'
  if (pathname !== '/')
    return 'has a path, which is not supported: an address ends with its host or port'
  if (hostname.endsWith('.')) return 'has a dot at the end of its host: remove it'
  if (['0.0.0.0', '[::]'].includes(hostname))
    return 'is an address to listen on, which a browser cannot open'
  return null
}

const isInsecure = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'http:' && !isLoopback(hostname)
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name })
    return true
  } catch {
    return false
  }
}
