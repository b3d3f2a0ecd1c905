import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PdfService } from '#src/pdf/process/service.ts'
import { pdfService } from '../../support/pdf/pdf-child.ts'
import { rows, sampleSheet } from '../../support/pdf/pdf-sheet.ts'
import { seededRandom } from '../../support/random.ts'

let pdf: PdfService
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'text-layer-'))
  // one process for all of them
  pdf = pdfService()
})

afterAll(async () => {
  await pdf.close()
  rmSync(folder, { recursive: true })
})

test('twelve documents of mixed alphabets from one process each say what they show, letter by letter', async () => {
  const random = seededRandom(20_261_122)
  for (let number = 0; number < 12; number += 1) {
    const names = Array.from({ length: 30 }, () => word(random))
    const half = names.slice(15)
    const bytes = await pdf.render(
      sampleSheet({
        id: `R${number}`,
        title: half[0] ?? '',
        signatures: [],
        directors: names.slice(0, 15).map((name) => ({ name, position: `${name}.` })),
        sections: [
          {
            title: half[1] ?? '',
            rows: rows(half.slice(2).map((name) => [name, `${name} ${name.toUpperCase()}`])).map(
              (row) => ({ ...row, changedSinceSigning: random() < 0.2 }),
            ),
          },
        ],
      }),
    )
    const wanted = [
      ...half.slice(0, 2),
      ...names.slice(0, 15).flatMap((name) => [name, `${name}.`]),
      ...half.slice(2).flatMap((name) => [name, `${name} ${name.toUpperCase()}`]),
    ]
    for (const text of await readings(bytes))
      for (const part of wanted) expect(text, `document ${number}`).toContain(flat(part))
  }
})

const alphabets = [
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞß',
  'ąćęłńóśźżĄĆĘŁŃÓŚŹŻčďěňřšťůžČĎĚŇŘŠŤŮŽőűŐŰđĐğışİŞĞțșȚȘģķļņĢĶĻŅ',
  'ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ',
  'αβγδεζηθικλμνξοπρσςτυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩάέήίόύώϊϋΐΰΆΈΉΊΌΎΏ',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯіїєґІЇЄҐўЎђћљњџѓќ',
  '0123456789',
  '²³¹½¼¾⁄€£&@#%()+/',
]

const pieces = [
  'fi',
  'fl',
  'ffi',
  'ffl',
  'ff',
  '1⁄2',
  'm²',
  'ị́',
  'i̇́',
  'i̇',
  'j́',
  'x̣̂',
  'Ŀl',
  'ij',
  'ĳ',
]

/** Letters of one alphabet and, now and then, of all, with pieces that fonts like to draw as something else. */
function word(random: () => number): string {
  const pick = <Item>(list: ArrayLike<Item>) => list[Math.floor(random() * list.length)] as Item
  const alphabet = random() < 0.3 ? alphabets.join('') : pick(alphabets)
  const letters = Array.from({ length: 3 + Math.floor(random() * 9) }, () =>
    random() < 0.15 ? pick(pieces) : pick([...alphabet]),
  )
  return letters.join('').normalize('NFC')
}

/** The text as two unlike readers find it; pdftotext where it is installed. */
async function readings(bytes: Uint8Array): Promise<string[]> {
  const file = join(folder, 'document.pdf')
  writeFileSync(file, bytes)
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true })
  try {
    return [flat(text), flat(execFileSync('pdftotext', ['-raw', file, '-']).toString('utf8'))]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return [flat(text)]
  }
}

// Lines end where the column does: what is compared is the text without any space.
function flat(text: string): string {
  return text.replace(/\s+/g, '').normalize('NFC')
}
