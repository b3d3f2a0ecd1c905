import { globSync, readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { closingLine } from './tests/support/closing-line.ts'

const access = 'tests/access.test.ts'
const database = 'tests/support/app/migrated-database.ts'
const children = 'tests/support/backup/built-children.ts'
const browser = 'tests/support/browser/ensure-chromium.ts'
const server = 'tests/support/browser/common-server.ts'

/** Tests that replace a module need a worker of their own; all others share theirs. */
const alone = globSync('tests/{unit,app}/**/*.test.{ts,tsx}').filter((path) =>
  readFileSync(path, 'utf8').includes('vi.mock('),
)

/** What `npm run test:quick` leaves out: tests of the build, and those that take about two seconds or more. */
const slow = [
  access,
  'tests/app/{demo,jobs,http/{admin-networks,hostile-requests,refusals,write-lock}}.test.ts',
  'tests/app/{accounts/admin-links,customers/ledger,invitations/invitations}.test.ts',
  'tests/app/mailing/{attached-documents,email-settings,outbox,outbox-outage}.test.ts',
  'tests/app/{dashboard/search,integrations/webhooks,portal/files,provider/*}.test.ts',
  'tests/app/{documents/{issuing,pdf,verify},review/{account-life,checks,decisions,registers}}.test.ts',
  'tests/app/maintenance/{clock,history-check,state-file,upgrade,verify}.test.ts',
  'tests/app/backup/**',
  'tests/app/privacy/{erased-copies,vacuum}.test.ts',
  'tests/unit/{old-node,framework/{build,script-bytes},security/outgoing}.test.ts',
  'tests/unit/pdf/{documents,logo,service,seal/check-seal,seal/seal-key,seal/seal-pdf}.test.ts',
  'tests/unit/mail/{emails,smtp}.test.ts',
]

/**
 * Five projects, by what a test needs: nothing, the app without a port, the built server and a browser, or the server
 * as a process that may be killed; and what replaces modules.
 */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  test: {
    // one more than the cores that the tests are meant for, because some of them wait
    maxWorkers: 3,
    reporters: ['default', closingLine()],
    // a page on a busy machine takes seconds to show what it was told
    expect: { poll: { timeout: 15_000 } },
    exclude: [...configDefaults.exclude, ...(mode === 'quick' ? slow : [])],
    projects: [
      project('unit', 60_000, {
        include: ['tests/*.test.ts', 'tests/unit/**/*.test.{ts,tsx}'],
        exclude: [...alone, access],
        globalSetup: [database, children],
        isolate: false,
      }),
      project('app', 60_000, {
        include: [access, 'tests/app/**/*.test.ts'],
        exclude: alone,
        globalSetup: [database, children],
        isolate: false,
      }),
      project('alone', 60_000, { include: alone, globalSetup: [database, children] }),
      project('e2e', 120_000, {
        include: ['tests/e2e/**/*.test.ts'],
        globalSetup: [browser, server],
        isolate: false,
      }),
      project('fault', 180_000, {
        include: ['tests/fault/**/*.test.ts'],
        globalSetup: [database, browser],
        isolate: false,
      }),
    ],
  },
}))

type Own = {
  include: string[]
  exclude?: string[]
  globalSetup: string[]
  isolate?: boolean
}

/** The timeout is in milliseconds. Pages carry some styles inside, so tests read the style sheets as they are. */
function project(name: string, timeout: number, { globalSetup, ...own }: Own) {
  return {
    extends: true as const,
    oxc: { jsx: { development: false } },
    test: {
      name,
      ...own,
      globalSetup: ['tests/support/run-folder.ts', ...globalSetup],
      css: true,
      env: { NODE_ENV: 'production' },
      testTimeout: timeout,
      hookTimeout: timeout,
    },
  }
}
