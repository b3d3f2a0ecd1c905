import { expect, test } from 'vitest'
import { agreedTexts } from '../support/agreed-texts.ts'
import { scenes } from '../support/screens.ts'
import { happenings } from '../support/screens-happenings.ts'
import { furnishedStage } from '../support/screens-stage.ts'
import { expectAgreedTexts } from '../support/screens-words.ts'

const stage = furnishedStage()

test('every agreed text has its place', () => {
  const places = new Set([...scenes, ...happenings].map(({ name }) => name))
  expect(Object.keys(agreedTexts).filter((name) => !places.has(name))).toEqual([])
})

// The scenes of screens.ts are read where they stand still, in accessibility.test.ts.
test.each(happenings)('$name shows the agreed texts, word for word', async (happening) => {
  const { context, page } = await stage.enter(happening)
  expect(agreedTexts[happening.name]).toBeDefined()
  await expectAgreedTexts(page, happening.name)
  await context.close()
})
