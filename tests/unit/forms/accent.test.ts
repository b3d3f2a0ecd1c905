import { describe, expect, test } from 'vitest'
import { accentOn, contrast, textOn } from '#src/forms/company/accent.ts'

const steps = [0, 51, 102, 153, 204, 255]
const everyKind = steps.flatMap((red) =>
  steps.flatMap((green) =>
    steps.map(
      (blue) => `#${[red, green, blue].map((n) => n.toString(16).padStart(2, '0')).join('')}`,
    ),
  ),
)

describe('an accent colour', () => {
  test('keeps an accent colour where it is legible, and lightens or darkens it elsewhere', () => {
    expect(accentOn('light', '#0b3d91')).toBe('#0b3d91')
    expect(accentOn('dark', '#ffff00')).toBe('#ffff00')
    for (const colour of everyKind)
      for (const [theme, ground] of [
        ['light', '#f4f5f1'],
        ['dark', '#18232b'],
      ] as const)
        expect(contrast(accentOn(theme, colour), ground)).toBeGreaterThanOrEqual(3)
  })

  test('puts legible text on an accent colour', () => {
    for (const colour of everyKind)
      expect(contrast(textOn(colour), colour)).toBeGreaterThanOrEqual(4.5)
  })
})
