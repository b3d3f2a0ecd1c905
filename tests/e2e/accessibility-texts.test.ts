import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/chromium.ts'
import { adminEnv } from '../support/e2e-admin.ts'
import { type E2eServer, startServer } from '../support/e2e-server.ts'
import { scenes } from '../support/screens.ts'
import { happenings } from '../support/screens-happenings.ts'
import { furnish } from '../support/screens-house.ts'
import { scenery } from '../support/screens-visit.ts'
import { expectSpecTexts } from '../support/screens-words.ts'
import { specTexts } from '../support/spec-texts.ts'

let browser: Browser
let server: E2eServer
let stage: ReturnType<typeof scenery>

beforeAll(async () => {
  server = await startServer(adminEnv)
  const house = await furnish(server)
  browser = await launchBrowser()
  stage = scenery({ browser, server, house })
})
afterAll(async () => {
  await browser.close()
  await stage.close()
  await server.stop()
})

test('every text of the specification has its place', () => {
  const places = new Set([...scenes, ...happenings].map(({ name }) => name))
  expect(Object.keys(specTexts).filter((name) => !places.has(name))).toEqual([])
})

// The scenes of screens.ts are read where they stand still, in accessibility.test.ts.
test.each(happenings)(
  '$name: said as the specification says it, word for word',
  async (happening) => {
    const { context, page } = await stage.enter(happening)
    expect(specTexts[happening.name]).toBeDefined()
    await expectSpecTexts(page, happening.name)
    await context.close()
  },
)
