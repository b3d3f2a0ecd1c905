import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { closingLine } from '../support/closing-line.ts'

const setup = ['tests/support/run-folder.ts', 'tests/support/browser/ensure-chromium.ts']

/** The lab's runs with programs that `npm test` does not need: `npm run engines`, `screens` and `documents`. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  publicDir: false,
  test: {
    maxWorkers: 1,
    reporters: ['default', closingLine()],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'engines',
          include: ['tests/lab/engines/**/*.test.ts', 'tests/lab/lighthouse.test.ts'],
          globalSetup: [...setup, 'tests/lab/engines/say-missing.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'documents',
          include: ['tests/lab/documents/**/*.test.ts'],
          globalSetup: ['tests/support/run-folder.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'screens', include: ['tests/lab/screens.test.ts'], globalSetup: setup },
      },
    ],
  },
})
