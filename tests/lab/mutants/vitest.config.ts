import { defineConfig } from 'vitest/config'

const http = '{admin-networks,cross-site,headers,host,limits,proxy-warning,refusals}'
const accounts = '{admin-sign-in,client-sign-in,second-factor}'
const applications = '{permissions,draft-cookie,draft-links}'

/** The tests that Stryker runs: those of the code it changes, without a build and without a browser. */
export default defineConfig({
  publicDir: false,
  test: {
    include: [
      'tests/access.test.ts',
      'tests/unit/{security,http}/**/*.test.ts',
      `tests/app/http/${http}.test.ts`,
      `tests/app/accounts/${accounts}.test.ts`,
      `tests/app/applications/${applications}.test.ts`,
      'tests/app/portal/client-access.test.ts',
    ],
    exclude: ['**/security-page.test.ts', '**/signature-*.test.ts'],
    globalSetup: ['tests/support/run-folder.ts', 'tests/support/app/migrated-database.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
