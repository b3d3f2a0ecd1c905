import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from '#src/env.ts'
import { openHouse } from '#src/house.ts'

test('The house knows where the months of its time zone begin before anybody asks it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-months-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [zone, start] of [
    ['Europe/London', '2026-05-31T23:00:00.000Z'],
    ['Asia/Tokyo', '2026-05-31T15:00:00.000Z'],
  ]) {
    const read = readEnv({ DATA_DIR: folder, APP_TIMEZONE: zone })
    if (!read.ok) throw new Error(read.faults.join('\n'))
    const parts = { migrations: 'db/migrations', pdfChild: 'none' }
    const house = openHouse(read.env, pino({ level: 'silent' }), parts)
    const june = house.deps.db.sqlite
      .prepare<[], { at: number }>(
        "select starts_at as at from month_starts where month = '2026-06'",
      )
      .get()
    await house.close()
    expect(new Date(june?.at ?? 0).toISOString()).toBe(start)
  }
})
