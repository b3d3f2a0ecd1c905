import { expect, test } from 'vitest'
import { scenes } from '../support/screens.ts'
import { happenings } from '../support/screens-happenings.ts'
import { furnishedStage } from '../support/screens-stage.ts'
import { expectSpecTexts } from '../support/screens-words.ts'
import { specTexts } from '../support/spec-texts.ts'

const stage = furnishedStage()

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
