import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { readNetwork } from './security/addresses.ts'
import { isAgeRecipient, readBackupTarget } from './security/backup-target.ts'

const flag = z
  .enum(['true', 'false'])
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

/** Whole days; without it nothing is removed. */
const retention = z.coerce.number().int().min(1).max(36500).optional()

const webAddress = z.url({
  protocol: /^https?$/,
  error: 'is not an address such as https://accounts.example.com',
  // what follows reads it as an address
  abort: true,
})

const serviceAddress = webAddress.refine(
  (text) => !isInsecure(text),
  'must be https, or plain http on a loopback host',
)

/** A path may follow, and no password, which would stand in the log with the address. */
const s3Endpoint = serviceAddress
  .refine((text) => {
    const { username, password, search, hash } = new URL(text)
    return !username && !password && !search && !hash
  }, 'must have no user name, password, query or fragment')
  .transform((text) => text.replace(/\/+$/, ''))

/** What goes into a header. A line break in it would show the whole value in an error. */
const headerText = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/, 'has a character that no key has')

/** The origin of a service. */
const service = serviceAddress.transform((text) => new URL(text).origin)

const file = z.string().refine((path) => contentOf(path) !== null, 'is not a file that can be read')

const backupTarget = z
  .string()
  .transform(readBackupTarget)
  .refine(
    (target) => target !== null,
    'is neither the full path of a folder nor s3://bucket/prefix',
  )

const certificates = z
  .string()
  .refine(
    (path) => contentOf(path)?.includes('-----BEGIN CERTIFICATE-----'),
    'is not a file of certificates in PEM form',
  )

/** Every setting the process takes, with its default; `.env.example` is held equal to it by a test. */
export const envSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  APP_URL: webAddress.optional(),
  ALLOW_INSECURE_HTTP: flag,
  DATA_DIR: z.string().default('./data'),
  APP_KEY: key.optional(),
  APP_KEYS: keys.optional(),
  ADMIN_USERNAME: z.string().trim().min(1).max(64).optional(),
  ADMIN_PASSWORD: z.string().min(12, 'needs at least 12 characters').optional(),
  ADMIN_NETWORKS: networks,
  COMPANY_NAME: z.string().min(1).max(100).default('Your Company Ltd'),
  COMPANY_SALES_EMAIL: z.email().default('sales@example.com'),
  COMPANY_LOGO: file.optional(),
  COMPANY_PRIVACY_URL: webAddress.optional(),
  DOCUMENT_PKCS12_FILE: file.optional(),
  DOCUMENT_PKCS12_PASSWORD: z.string().optional(),
  TIMESTAMP_URL: webAddress.optional(),
  BACKUP_TARGET: backupTarget.optional(),
  BACKUP_RECIPIENT: list.refine(
    (recipients) => recipients.every(isAgeRecipient),
    'is not a list of public keys of age, such as age1...',
  ),
  BACKUP_EVERY_MINUTES: z.coerce.number().int().min(5).max(1440).default(60),
  BACKUP_IDENTITY_FILE: file.optional(),
  S3_ENDPOINT: s3Endpoint.optional(),
  AWS_ACCESS_KEY_ID: headerText.optional(),
  AWS_SECRET_ACCESS_KEY: headerText.optional(),
  AWS_SESSION_TOKEN: headerText.optional(),
  AWS_REGION: headerText.optional(),
  APP_TIMEZONE: timezone.default('Europe/London'),
  RETENTION_REJECTED_DAYS: retention,
  RETENTION_APPROVED_DAYS: retention,
  TRUSTED_PROXIES: networks,
  SMTP_EGRESS: z.enum(['private-ok', 'public-only', 'allowlist']).default('private-ok'),
  SMTP_ALLOWED_HOSTS: list,
  SMTP_LOCAL_HOSTS: list,
  SMTP_EXTRA_CA_FILE: certificates.optional(),
  SENDGRID_API_URL: service.default('https://api.sendgrid.com'),
  MICROSOFT_LOGIN_URL: service.default('https://login.microsoftonline.com'),
  MICROSOFT_GRAPH_URL: service.default('https://graph.microsoft.com'),
  RATE_LIMIT_FACTOR: z.coerce.number().min(0.01).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

/** Settings that are secrets: each may also come as `NAME_FILE`, a path whose content counts. */
export const secretNames = [
  'APP_KEY',
  'APP_KEYS',
  'ADMIN_PASSWORD',
  'DOCUMENT_PKCS12_PASSWORD',
  'AWS_SECRET_ACCESS_KEY',
] as const

export type Env = Omit<z.infer<typeof envSchema>, 'APP_URL'> & { APP_URL: string }

type EnvResult = { ok: true; env: Env } | { ok: false; faults: string[] }

/** Reads the environment once, at the start; every fault is listed, not only the first. */
export function readEnv(source: Record<string, string | undefined>): EnvResult {
  const faults: string[] = []
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  for (const name of secretNames) {
    const path = given[`${name}_FILE`]
    if (path === undefined) continue
    const content = contentOf(path)
    if (content === null) faults.push(`${name}_FILE: ${path} cannot be read`)
    else given[name] = content.trim()
  }
  const parsed = envSchema.safeParse(given)
  if (!parsed.success) {
    faults.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  }
  const url = given.APP_URL ?? `http://localhost:${given.PORT ?? 3000}`
  if (given.ALLOW_INSECURE_HTTP !== 'true' && isInsecure(url))
    faults.push('APP_URL: plain http only on a loopback host, or with ALLOW_INSECURE_HTTP=true')
  if (parsed.success) faults.push(...missingForS3(parsed.data), ...targetInData(parsed.data))
  if (!parsed.success || faults.length > 0) return { ok: false, faults }
  return { ok: true, env: { ...parsed.data, APP_URL: new URL(url).origin } }
}

/** Storage that others run gets encrypted copies only. */
function missingForS3(env: z.infer<typeof envSchema>): string[] {
  if (env.BACKUP_TARGET?.kind !== 's3') return []
  return (['BACKUP_RECIPIENT', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const)
    .filter((name) => !env[name]?.length)
    .map((name) => `${name}: is needed when BACKUP_TARGET is on S3`)
}

/** There it would be lost with the data, and the server cleans up its own folders. */
function targetInData({ BACKUP_TARGET, DATA_DIR }: z.infer<typeof envSchema>): string[] {
  if (BACKUP_TARGET?.kind !== 'folder') return []
  const way = relative(realPath(DATA_DIR), realPath(BACKUP_TARGET.path))
  const isOutside = way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)
  return isOutside ? [] : ['BACKUP_TARGET: lies in DATA_DIR, and would be lost with it']
}

/** Without symbolic links, as far as the folder is there. */
function realPath(path: string): string {
  const full = resolve(path)
  if (existsSync(full)) return realpathSync(full)
  return full === dirname(full) ? full : join(realPath(dirname(full)), basename(full))
}

const isInsecure = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'http:' && !isLoopback(hostname)
}

/** Whether a host name is this machine's own: links there need no TLS. */
export const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

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
