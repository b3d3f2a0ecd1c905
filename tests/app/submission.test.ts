import { expect, test } from 'vitest'
import { stored, storedAnswers, submit } from '../support/applicants.ts'
import { testApp } from '../support/test-app.ts'

test('x', async () => {
  const house = testApp()
  const id = await submit(house.browser())
  expect(stored(house, id).application).toMatchObject(storedAnswers())
  console.log(stored(house,id), house.logged())
})
