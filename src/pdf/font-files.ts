import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const from = '@expo-google-fonts/noto-sans'

/** The static fonts that the document embeds: Latin, Greek and Cyrillic in three cuts. */
export const fontFiles = [
  { file: 'NotoSans_400Regular.ttf', folder: '400Regular', weight: 400, style: 'normal' },
  { file: 'NotoSans_600SemiBold.ttf', folder: '600SemiBold', weight: 600, style: 'normal' },
  {
    file: 'NotoSans_400Regular_Italic.ttf',
    folder: '400Regular_Italic',
    weight: 400,
    style: 'italic',
  },
] as const

export type FontFile = (typeof fontFiles)[number]

/**
 * What the build copies beside the bundle: a package's file and its place under `dist`. The
 * licence goes along, as the Open Font License asks.
 */
export const fontCopies: [source: string, target: string][] = [
  ...fontFiles.map(({ folder, file }): [string, string] => [
    `${from}/${folder}/${file}`,
    `fonts/${file}`,
  ]),
  [`${from}/LICENSE_FONT`, 'fonts/LICENSE'],
]

/** Absolute path of one font: `fonts/` beside the bundle, else the package it came in. */
export function fontPath({ file, folder }: FontFile): string {
  const built = join(dirname(fileURLToPath(import.meta.url)), 'fonts', file)
  if (existsSync(built)) return built
  return createRequire(import.meta.url).resolve(`${from}/${folder}/${file}`)
}
