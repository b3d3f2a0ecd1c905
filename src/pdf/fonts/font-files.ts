import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const notoSans = '@expo-google-fonts/noto-sans'
const caveat = '@expo-google-fonts/caveat'

export const family = 'Noto Sans'

export const fontFiles = [
  { file: 'NotoSans_400Regular.ttf', weight: 400, style: 'normal' },
  { file: 'NotoSans_600SemiBold.ttf', weight: 600, style: 'normal' },
  { file: 'NotoSans_400Regular_Italic.ttf', weight: 400, style: 'italic' },
] as const

export const handFile = { file: 'Caveat_600SemiBold.ttf', from: caveat }

type FontFile = { file: string; from?: string }

/** The fonts and their licences, which the build copies, as the Open Font License requires. */
export const fontCopies: [source: string, target: string][] = [
  ...[...fontFiles, handFile].map((font): [string, string] => [
    sourceOf(font),
    `fonts/${font.file}`,
  ]),
  [`${notoSans}/LICENSE_FONT`, 'fonts/LICENSE-NotoSans'],
  [`${caveat}/LICENSE_FONT`, 'fonts/LICENSE-Caveat'],
]

/** Finds the font in `fonts/` next to the bundle, or else in its package. */
export function fontPath(font: FontFile): string {
  const built = join(dirname(fileURLToPath(import.meta.url)), 'fonts', font.file)
  if (existsSync(built)) return built
  return createRequire(import.meta.url).resolve(sourceOf(font))
}

/** A package has one folder per cut, such as `400Regular_Italic`. */
function sourceOf({ file, from = notoSans }: FontFile): string {
  return `${from}/${file.slice(file.indexOf('_') + 1, -'.ttf'.length)}/${file}`
}
