import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { emailColours } from '#src/mail/content/styles.ts'

/** Marks on their ground: borders, charts and focus need 3 (WCAG 2.2, 1.4.11). Axe measures the text. */
const marks = [
  ['edge', 'paper surface sunken'],
  ['signal', 'paper surface'],
  ['focus', 'paper surface sunken'],
  ['plate-rule', 'plate'],
  ['chart-1', 'surface'],
  ['chart-2', 'surface'],
  ['chart-3', 'surface'],
  ['chart-4', 'surface'],
  ['chart-5', 'surface'],
  ['chart-6', 'surface'],
] as const

const palettes = ['orange', 'indigo', 'teal', 'pink', 'lime', 'violet']
const sheets = [
  ...palettes.map((name) => `node_modules/open-props/${name}.min.css`),
  'src/ui/styles/tokens.css',
  'src/ui/styles/tones.css',
]
const declared = new Map(
  sheets.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/--([\w-]+):\s*([^;}]+)/g)].map(
      ([, name = '', value = '']) => [name, value.trim()] as const,
    ),
  ),
)

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(pairs(marks))('makes %s legible on %s', (front, ground) => {
    expect(contrast(colour(front, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3)
  })

  test('uses the colours of the site in emails', () => {
    for (const [name, value] of Object.entries(emailColours[theme]))
      expect(colour(name, theme)).toBe(value)
  })
})

function pairs(table: readonly (readonly [string, string])[]) {
  return table.flatMap(([front, grounds]) =>
    grounds.split(' ').map((ground) => [front, ground] as const),
  )
}

/** A token's colour as #rrggbb or #rgb, through `light-dark()` and `var()`. */
function colour(name: string, theme: 'light' | 'dark'): string {
  const value = declared.get(name)
  if (value === undefined) throw new Error(`No token --${name}`)
  const both = value.match(/^light-dark\((.+), (.+)\)$/)
  const one = (theme === 'light' ? both?.[1] : both?.[2]) ?? value
  const other = one.match(/^var\(--(.+)\)$/)?.[1]
  return other ? colour(other, theme) : one
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance(hex: string): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((d) => d + d).join('') : hex.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
