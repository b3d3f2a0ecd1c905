import { expect, test } from 'vitest'
import { stageFor } from '../../support/app/access-actors.ts'
import { policies } from '../../support/browser/policies.ts'

const pages = Object.keys(policies)
  .filter((call) => call.startsWith('GET /') && !/\.|export|template|faults/.test(call))
  .map((call) => call.slice('GET '.length))

// A control that names its form by an id posts nothing when another element has the same id.
test.each(['administrator', 'the customer', 'holder of the draft'] as const)(
  'uses each id once in a page, and ties each control to a form of its page: %s',
  async (actor) => {
    const { id, browser } = await stageFor(
      actor,
      actor === 'holder of the draft' ? 'draft' : 'submitted',
    )
    const wrong: string[] = []
    let forms = 0
    for (const page of pages) {
      const path = page.replace(':id', id).replace(':account', '1').replace(':kind', 'receipt')
      const { text, headers } = await browser.get(path)
      if (!headers.get('content-type')?.startsWith('text/html')) continue
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, name = '']) => name)
      wrong.push(
        ...ids.filter((name, at) => ids.indexOf(name) !== at).map((name) => `${page} ${name}`),
      )
      for (const [, name] of text.matchAll(/ form="([^"]+)"/g)) {
        forms++
        if (!new RegExp(`<form[^>]* id="${name}"`).test(text)) wrong.push(`${page} form ${name}`)
      }
    }
    expect(wrong).toEqual([])
    expect(forms).toBeGreaterThan(0)
  },
)
