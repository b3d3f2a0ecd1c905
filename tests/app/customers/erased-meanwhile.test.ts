import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { clients } from '#db/schema/clients.ts'
import { runImport } from '#src/domain/customers/import-worker.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { testApp } from '../../support/app/test-app.ts'
import { csvOf, customerRows } from '../../support/customer-files.ts'
import { act, customersOf, importsOf, upload } from '../../support/customers.ts'

/** An import of 20 customers that stands after twelve rows. */
async function halfWay() {
  const app = testApp()
  const browser = await adminBrowser(app)
  await upload(app, browser, csvOf(...customerRows(20)))
  await act(app, browser, 'import')
  let chunks = 0
  await runImport({ ...app.deps, draining: () => ++chunks > 4 })
  const before = customersOf(app).length
  expect(before).toBeGreaterThan(4)
  expect(before).toBeLessThan(20)
  return { app, browser, before }
}

describe('somebody who is erased while their customer file is imported', () => {
  test.each([
    ['before the own row was read', 'office@existing20.example', 0],
    ['after the own row was stored', 'office@existing1.example', 1],
  ])('stays erased, and nothing of the file follows, %s', async (_, address, own) => {
    const { app, browser, before } = await halfWay()
    await erasePerson(app.deps, address)
    await runImport(app.deps)
    expect(importsOf(app)).toMatchObject([{ state: 'cancelled', csv: null }])
    expect(customersOf(app)).toHaveLength(before - own)
    expect(JSON.stringify(app.dump())).not.toContain(address)
    expect((await browser.get('/admin/customers')).text).toContain(`stopped after ${before} rows`)
  })

  test.each(['other@example.com', 'ice@existing20.example'])(
    'does not end an import whose file does not name them: %s',
    async (mainEmail) => {
      const { app } = await halfWay()
      await submit(app.browser(), { mainEmail })
      await erasePerson(app.deps, mainEmail)
      await runImport(app.deps)
      expect(importsOf(app)).toMatchObject([{ state: 'finished' }])
    },
  )

  test('is found in the file by the address that signs in, too', async () => {
    const { app } = await halfWay()
    const id = await submit(app.browser(), { mainEmail: 'other@example.com' })
    const signIn = { email: 'office@existing20.example', emailKey: 'office@existing20.example' }
    app.deps.db.orm.update(clients).set(signIn).where(eq(clients.email, 'other@example.com')).run()
    await erasePerson(app.deps, id)
    await runImport(app.deps)
    expect(JSON.stringify(app.dump())).not.toContain('existing20.example')
  })
})
