import { defineConfig } from 'vitest/config'
import { closingLine } from '../../support/closing-line.ts'
import { machines } from './zones.ts'

/** Tests in which a day, a month or a duration counts. */
const subjects = [
  'tests/unit/ui/dates*.test.{ts,tsx}',
  'tests/unit/forms/rules*.test.{ts,tsx}',
  'tests/unit/terms*.test.{ts,tsx}',
  'tests/app/dashboard/analytics*.test.ts',
]

/** A run within the test of the clocks: the same tests as if on a machine in each time zone. */
export default defineConfig({
  publicDir: false,
  test: {
    maxWorkers: 1,
    reporters: [closingLine()],
    projects: machines.map((zone) => ({
      extends: true as const,
      test: {
        name: zone,
        env: { TZ: zone },
        include: subjects,
        setupFiles: ['tests/fault/support/expect-zone.ts'],
        globalSetup: ['tests/support/app/migrated-database.ts'],
        isolate: false,
      },
    })),
  },
})
