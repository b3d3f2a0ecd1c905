import { globSync, readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { closingLine } from './tests/support/closing-line.ts'

const database = 'tests/support/app/migrated-database.ts'
const children = 'tests/support/backup/built-children.ts'
const browser = 'tests/support/browser/ensure-chromium.ts'
const server = 'tests/support/browser/common-server.ts'

/** Tests that replace a module need a worker of their own; all others share theirs. */
const alone = globSync('tests/{unit,app}/**/*.test.{ts,tsx}').filter((path) =>
  readFileSync(path, 'utf8').includes('vi.mock('),
)

/**
 * A test's file name says when it runs. `*.long.test.ts`: in `npm run test:long` alone, because it kills, fills disks, needs
 * restic or several servers, or takes half a minute. `*.slow.test.ts`: not in `npm run test:quick`, because it takes about
 * two seconds or more.
 */
const slow = '**/*.slow.test.{ts,tsx}'
const long = '**/*.long.test.{ts,tsx}'

const leftOut: Record<string, string[]> = {
  quick: [slow, long],
  test: [long],
  long: ['**/!(*.long).test.{ts,tsx}'],
}

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
    exclude: [...configDefaults.exclude, ...(leftOut[mode] ?? [])],
    projects: [
      project('unit', 60_000, {
        include: ['tests/architecture.test.ts', 'tests/unit/**/*.test.{ts,tsx}'],
        exclude: alone,
        globalSetup: [database, children],
        isolate: false,
      }),
      project('app', 60_000, {
        include: ['tests/access.*.test.ts', 'tests/app/**/*.test.ts'],
        exclude: alone,
        globalSetup: [database, children],
        isolate: false,
      }),
      project('alone', 60_000, { include: alone, globalSetup: [database, children] }),
      project('e2e', 120_000, {
        include: ['tests/e2e/**/*.test.ts'],
        globalSetup: [browser, server],
        isolate: false,
        // a browser on a busy machine may miss a click; a fault of ours fails twice
        retry: 1,
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
  retry?: number
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
