import cyrillic from '@fontsource/caveat/files/caveat-cyrillic-600-normal.woff2'
import latin from '@fontsource/caveat/files/caveat-latin-600-normal.woff2'
import latinExtended from '@fontsource/caveat/files/caveat-latin-ext-600-normal.woff2'

/** The font of typed signatures. The browser loads only the parts that have the shown letters. */
const parts = [
  [latin, 'U+0-FF,U+131,U+152-153,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC'],
  [latinExtended, 'U+100-130,U+132-151,U+154-2BA,U+1E00-1E9F,U+1EF2-1EFF'],
  [cyrillic, 'U+301,U+400-45F,U+490-491,U+4B0-4B1,U+2116'],
] as const

for (const [file, unicodeRange] of parts)
  document.fonts.add(new FontFace('Caveat', `url(${file})`, { weight: '600', unicodeRange }))
