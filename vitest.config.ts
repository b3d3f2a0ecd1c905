import { defineConfig } from 'vitest/config'
import { closingLine } from './tests/support/closing-line.ts'

/**
 * Four projects, by what a test needs: nothing, the app without a port, the built server and a browser, or that server
 * as a process that may be killed.
 */
export default defineConfig({
  publicDir: false,
  test: {
    maxWorkers: 2,
    reporters: ['default', closingLine()],
    projects: [
      project('unit', ['tests/*.test.ts', 'tests/unit/**/*.test.{ts,tsx}'], 20_000),
      project('app', ['tests/app/**/*.test.ts'], 20_000),
      project('e2e', ['tests/e2e/**/*.test.ts'], 120_000, ['tests/support/ensure-chromium.ts']),
      project('fault', ['tests/fault/**/*.test.ts'], 180_000, ['tests/support/ensure-chromium.ts']),
    ],
  },
})

/** Timeouts are in milliseconds. Styles are read as they are: pages carry some of theirs inside. */
function project(name: string, include: string[], timeout: number, globalSetup: string[] = []) {
  return {
    extends: true as const,
    test: { name, include, globalSetup, css: true, testTimeout: timeout, hookTimeout: timeout },
  }
}
