import { describe, expect, test } from 'vitest'
import { accentFault, contrast, textOn } from '#src/forms/company/accent.ts'

const steps = [0, 51, 102, 153, 204, 255]
const everyKind = steps.flatMap((red) =>
  steps.flatMap((green) =>
    steps.map(
      (blue) => `#${[red, green, blue].map((n) => n.toString(16).padStart(2, '0')).join('')}`,
    ),
  ),
)

describe('an accent colour', () => {
  test.each([
    ['#d9480f', null],
    ['#000080', 'Hard to see in the dark theme'],
    ['#ffff00', 'Hard to see in the light theme'],
  ])('%s: %s', (colour, fault) => {
    if (fault) expect(accentFault(colour)).toContain(fault)
    else expect(accentFault(colour)).toBeNull()
  })

  test('that is refused comes with one that is not', () => {
    for (const colour of everyKind) {
      const instead = /#[0-9a-f]{6}/.exec(accentFault(colour) ?? '')?.[0]
      if (instead) expect(accentFault(instead)).toBeNull()
    }
  })

  test('has text on it that can be read', () => {
    for (const colour of everyKind)
      expect(contrast(textOn(colour), colour)).toBeGreaterThanOrEqual(4.5)
  })
})
