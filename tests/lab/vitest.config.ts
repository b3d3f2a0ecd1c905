import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { closingLine } from '../support/closing-line.ts'

/** `npm run lab -- engines`, `documents` and `off-site`: vitest is told which of them. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  publicDir: false,
  test: {
    include: ['tests/lab/**/*.test.ts'],
    globalSetup: [
      'tests/support/run-folder.ts',
      'tests/support/app/migrated-database.ts',
      'tests/support/backup/built-children.ts',
    ],
    maxWorkers: 1,
    reporters: ['default', closingLine()],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
