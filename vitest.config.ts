import { defineConfig } from 'vitest/config'
import { closingLine } from './tests/support/closing-line.ts'

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
      project('unit', ['tests/*.test.ts', 'tests/unit/**/*.test.{ts,tsx}'], 20_000, [database]),
      project('app', ['tests/app/**/*.test.ts'], 20_000, [database]),
      project('e2e', ['tests/e2e/**/*.test.ts'], 120_000, [browser]),
      project('fault', ['tests/fault/**/*.test.ts'], 180_000, [database, browser]),
    ],
  },
})

/** Timeouts are in milliseconds. Pages carry some styles inside, so tests read the style sheets as they are. */
function project(name: string, include: string[], timeout: number, before: string[]) {
  const globalSetup = ['tests/support/run-folder.ts', ...before]
  return {
    extends: true as const,
    test: { name, include, globalSetup, css: true, testTimeout: timeout, hookTimeout: timeout },
  }
}
