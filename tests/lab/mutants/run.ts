import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Stryker } from '@stryker-mutator/core'

/** Sources and the tests that hold what they do: a change runs no others. `timeout` is for a test, in milliseconds. */
type Group = { name: string; mutate: string[]; tests: string[]; timeout?: number }

const unit = (...tests: string[]) => tests.map((test) => `tests/unit/${test}{,.slow}.test.{ts,tsx}`)
const app = (...tests: string[]) => tests.map((test) => `tests/app/${test}{,.slow,.long}.test.ts`)

const groups: Group[] = [
  {
    name: 'queue',
    mutate: ['src/security/fair-queue.ts'],
    tests: unit('security/fair-queue'),
    // many changes make it wait for ever
    timeout: 3_000,
  },
  {
    name: 'guards',
    mutate: ['src/security/{addresses,egress,encrypt,keys,limits,tokens,totp}.ts'],
    tests: unit('security/!(fair-queue|*signature*|passwords)', 'mail/egress'),
  },
  {
    name: 'security',
    mutate: ['src/security/{attachment-gate,passwords,png,signature-image,svg}.ts'],
    tests: [
      ...unit('security/*{signature,attachment,passwords}*', 'pdf/logo'),
      ...app('accounts/{admin-accounts,client-passwords,client-sign-in,sign-in-limits}'),
      ...app('company/logo', 'integrations/webhook-addresses'),
    ],
  },
  {
    name: 'access',
    mutate: ['src/domain/applications/{access,draft-access}.ts'],
    tests: ['tests/access.slow.test.ts', ...app('access/*', 'applications/draft*')],
  },
  {
    name: 'accounts',
    mutate: ['src/domain/{staff,clients}/*-sessions.ts'],
    tests: app('{accounts,provider,team}/*', 'integrations/api-keys'),
  },
  {
    name: 'provider',
    mutate: ['src/security/openid.ts', 'src/domain/staff/identit*.ts'],
    tests: app('provider/*'),
  },
  {
    name: 'networks',
    mutate: ['src/http/middleware/{client-address,host}.ts'],
    tests: [
      ...unit('http/{client-address,middleware/host}', 'security/container-gateway'),
      ...app('http/{admin-networks,host,proxy-warning}', 'invitations/first-start'),
    ],
  },
  {
    name: 'origins',
    mutate: ['src/http/middleware/{headers,limit,origin}.ts'],
    tests: [
      ...unit('http/origin'),
      ...app('http/{cross-site,headers,limits,refusals}', 'applications/duplicate-address'),
    ],
  },
  {
    name: 'files',
    mutate: ['src/http/middleware/{prerender,request-log,static-files}.ts'],
    tests: app('http/{built-files,page-ids,prerender}'),
  },
  {
    name: 'requests',
    mutate: ['src/http/requests/*.ts'],
    tests: [
      ...unit('http/**/*'),
      ...app('http/{posted-forms,hostile-bodies}', 'documents/verify'),
      ...app('{applications,portal}/*', 'review/decisions'),
    ],
  },
  {
    name: 'sessions',
    mutate: ['src/http/sessions/*.ts'],
    tests: [
      ...unit('http/cookie'),
      ...app('{access,accounts,provider}/*', 'applications/draft-*', 'integrations/api-keys'),
      ...app('http/{admin-networks,slow-bodies}', 'portal/slow-uploads'),
    ],
  },
  {
    name: 'http',
    mutate: ['src/http/*.{ts,tsx}'],
    tests: [...unit('http/**/*'), ...app('http/*', 'applications/*')],
  },
]

type Report = { files: Record<string, { mutants: { status: string }[] }> }

/**
 * `mutants [GROUP [PARTS]]` runs all groups, one, or its sources whose paths contain a text of the list; prints the scores
 * of all runs so far, and fails below 95 % or when a run broke.
 */
const [asked, parts = ''] = process.argv.slice(2)
for (const { name, mutate: sources, tests, timeout = 20_000 } of groups) {
  if (asked && asked !== name) continue
  const mutate = globSync(sources).filter((path) =>
    parts.split(',').some((part) => path.includes(part)),
  )
  const report = `dist/mutants/${name}${parts.replace(/\W/g, '-')}`
  process.env.MUTANTS_TESTS = tests.join('\n')
  process.env.MUTANTS_TIMEOUT = String(timeout)
  await new Stryker({
    mutate,
    testRunner: 'vitest',
    vitest: { configFile: 'tests/lab/mutants/vitest.config.ts', pool: 'forks' },
    plugins: [createRequire(import.meta.url).resolve('@stryker-mutator/vitest-runner')],
    coverageAnalysis: 'perTest',
    // tables of limits, messages and constants
    ignoreStatic: true,
    concurrency: 1,
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 20,
    tsconfigFile: 'none.json',
    ignorePatterns: ['/dist', '/data', '/docs'],
    reporters: ['clear-text', 'html', 'json'],
    clearTextReporter: { logTests: false, allowColor: false, reportTests: false },
    tempDirName: `dist/stryker-${name}`,
    htmlReporter: { fileName: `${report}.html` },
    jsonReporter: { fileName: `${report}.json` },
  }).runMutationTest()
}

const files = globSync('dist/mutants/*.json')
  .map((path): Report => JSON.parse(readFileSync(path, 'utf8')))
  .flatMap(({ files }) => Object.entries(files))
const folders = [...new Set(files.map(([name]) => dirname(name)))].sort()
const rows = [...folders, 'src'].map((folder) => ({
  folder,
  ...scoreOf(
    files
      .filter(([name]) => folder === dirname(name) || folder === 'src')
      .flatMap(([, { mutants }]) => mutants.map(({ status }) => status)),
  ),
}))
console.table(rows)
const whole = rows.at(-1)
process.exitCode = !whole || whole.score < 95 || whole.notRun > 0 ? 1 : 0

function scoreOf(statuses: string[]) {
  const count = (...wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length
  const noticed = count('Killed', 'Timeout')
  const unnoticed = count('Survived', 'NoCoverage')
  const score = Math.round((1000 * noticed) / (noticed + unnoticed)) / 10
  return { noticed, unnoticed, ignored: count('Ignored'), notRun: count('RuntimeError'), score }
}
