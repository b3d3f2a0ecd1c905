import { defineConfig } from 'vitest/config'

/** `npm run screens`: takes pictures, so it is no part of `npm test`. */
export default defineConfig({
  root: `${import.meta.dirname}/..`,
  publicDir: false,
  test: {
    include: ['tests/screens.ts'],
    globalSetup: ['tests/support/run-folder.ts', 'tests/support/ensure-chromium.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
