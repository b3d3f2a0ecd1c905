import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs: those of the code it changes, without a build and without a browser. */
export default defineConfig({
  publicDir: false,
  test: {
    include: [
      'tests/access.test.ts',
      'tests/unit/{security,http}/**/*.test.ts',
      'tests/app/{http,accounts,applications}/**/*.test.ts',
    ],
    exclude: ['**/security-page.test.ts'],
    globalSetup: ['tests/support/run-folder.ts', 'tests/support/migrated-database.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
