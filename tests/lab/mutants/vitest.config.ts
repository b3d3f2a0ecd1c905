import { defineConfig } from 'vitest/config'

/** Runs the tests of one group of sources, which `run.ts` names. */
export default defineConfig({
  publicDir: false,
  test: {
    include: (process.env.MUTANTS_TESTS ?? '').split('\n'),
    globalSetup: ['run-folder', 'app/migrated-database', 'backup/built-children'].map(
      (setup) => `tests/support/${setup}.ts`,
    ),
    testTimeout: Number(process.env.MUTANTS_TIMEOUT),
    hookTimeout: 60_000,
  },
})
