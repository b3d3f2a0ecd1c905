import { expect, test } from 'vitest'
import { mintDraftLink, takeOverDraft } from '#src/domain/draft-links.ts'
import { fillDraft } from '../support/applicants.ts'
import { email, lettersOf } from '../support/clients.ts'
import { testApp } from '../support/test-app.ts'

test('an address that a draft holds gets a letter with the way on, one an hour', async () => {
  const house = testApp()
  const draft = await fillDraft(house.browser())
  for (let times = 0; times < 3; times++)
    await house.browser().post('/api/applications', { mainEmail: ` ${email}` })
  expect(lettersOf(house, 'duplicate-draft')).toMatchObject([{ to: { address: email }, draft }])
  house.clock.now += 60 * 60 * 1000
  await house.browser().post('/api/applications', { mainEmail: email })
  expect(lettersOf(house, 'duplicate-draft')).toHaveLength(2)
})

test('the link hands the draft to the reader once, and the browser that held it loses it', async () => {
  const house = testApp()
  const former = house.browser()
  const draft = await fillDraft(former)
  const token = mintDraftLink(house.deps, draft, 'resume') ?? ''
  const taken = takeOverDraft(house.deps, token, null)
  const reader = house.browser()
  reader.cookies.set('draft', taken.token)
  const change = { 4: { buyerName: 'Read Sample' } }
  expect((await reader.put(`/api/applications/${draft}`, change)).status).toBe(200)
  expect((await former.put(`/api/applications/${draft}`, change)).status).toBe(404)
  expect(() => takeOverDraft(house.deps, token, null)).toThrow('invalid or has expired')
})

test('a link works for 24 hours and for its own purpose only', async () => {
  const house = testApp()
  const draft = await fillDraft(house.browser())
  const other = mintDraftLink(house.deps, draft, 'delete') ?? ''
  expect(() => takeOverDraft(house.deps, other, null)).toThrow('invalid or has expired')
  const token = mintDraftLink(house.deps, draft, 'resume') ?? ''
  house.clock.now += 24 * 60 * 60 * 1000
  expect(() => takeOverDraft(house.deps, token, null)).toThrow('invalid or has expired')
})
