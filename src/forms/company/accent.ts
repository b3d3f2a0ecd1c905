/** The page and its cards. */
const grounds = { light: ['#f4f5f1', '#ffffff'], dark: ['#10181e', '#18232b'] }

export const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** Names the theme in which a colour cannot be made out, and one that works; `null` when it is good in both. */
export function accentFault(colour: string): string | null {
  const theme = weakTheme(colour)
  return theme ? `Hard to see in the ${theme} theme. ${nearest(colour, theme)} would work` : null
}

/** Black or white, at least 4.5 to 1 on any colour. */
export const textOn = (colour: string): string =>
  contrast('#ffffff', colour) >= contrast('#000000', colour) ? '#ffffff' : '#000000'

/** 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const weakTheme = (colour: string) =>
  (['light', 'dark'] as const).find((theme) =>
    grounds[theme].some((ground) => contrast(colour, ground) < 3),
  )

/** Mixed with as little black or white as needed. */
function nearest(colour: string, weak: 'light' | 'dark'): string {
  const towards = weak === 'light' ? 0 : 255
  for (let percent = 2; percent <= 100; percent += 2) {
    const mixed = channels(colour).map((part) => part + ((towards - part) * percent) / 100)
    const hex = `#${mixed.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
    if (!weakTheme(hex)) return hex
  }
  throw new Error(`No colour near ${colour} can be seen in both themes`)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const channels = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
