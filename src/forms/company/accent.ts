export type Theme = 'light' | 'dark'

const grounds = { light: ['#f4f5f1', '#ffffff'], dark: ['#10181e', '#18232b'] }

export const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** Mixes the colour with as little black or white as the theme's contrast needs. */
export function accentOn(theme: Theme, colour: string): string {
  const towards = theme === 'light' ? 0 : 255
  for (let percent = 0; percent < 100; percent += 2) {
    const mixed = channels(colour).map((part) => part + ((towards - part) * percent) / 100)
    const hex = `#${mixed.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
    if (grounds[theme].every((ground) => contrast(hex, ground) >= 3)) return hex
  }
  return theme === 'light' ? '#000000' : '#ffffff'
}

/** Returns black or white, whichever has the higher contrast. It is at least 4.5 to 1 on any colour. */
export const textOn = (colour: string): string =>
  contrast('#ffffff', colour) >= contrast('#000000', colour) ? '#ffffff' : '#000000'

/** Returns the contrast from 1 to 21, as WCAG 2.2 defines it. */
export function contrast(first: string, second: string): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
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
