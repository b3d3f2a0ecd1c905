import { configDefaults, defineConfig } from 'vitest/config'
import { closingLine } from './tests/support/closing-line.ts'

const access = 'tests/access.test.ts'
const database = 'tests/support/migrated-database.ts'
const browser = 'tests/support/ensure-chromium.ts'

/**
 * Four projects, by what a test needs: nothing, the app without a port, the built server and a browser, or the server
 * as a process that may be killed.
 */
export default defineConfig({
  publicDir: false,
  test: {
    maxWorkers: 2,
    reporters: ['default', closingLine()],
    projects: [
      project('unit', 20_000, {
        include: ['tests/*.test.ts', 'tests/unit/**/*.test.{ts,tsx}'],
        exclude: [...configDefaults.exclude, access],
        globalSetup: [database],
      }),
      project('app', 20_000, {
        include: [access, 'tests/app/**/*.test.ts'],
        globalSetup: [database],
      }),
      project('e2e', 120_000, {
        include: ['tests/e2e/**/*.test.ts'],
        globalSetup: [browser],
      }),
      project('fault', 180_000, {
        include: ['tests/fault/**/*.test.ts'],
        globalSetup: [database, browser],
      }),
    ],
  },
})

type Own = { include: string[]; exclude?: string[]; globalSetup: string[] }

/** The timeout is in milliseconds. Pages carry some styles inside, so tests read the style sheets as they are. */
function project(name: string, timeout: number, { globalSetup, ...own }: Own) {
  return {
    extends: true as const,
    test: {
      name,
      ...own,
      globalSetup: ['tests/support/run-folder.ts', ...globalSetup],
      css: true,
      testTimeout: timeout,
      hookTimeout: timeout,
    },
  }
}
