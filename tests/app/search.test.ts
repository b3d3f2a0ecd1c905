import { describe, expect, test } from 'vitest'
import { found, insertRow as insert, list } from '../support/listed-rows.ts'
import { seededRandom } from '../support/random.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

describe('the search', () => {
  test('finds a text anywhere in name, registration number and main address, without case', () => {
    const house = testApp()
    insert(house, 'Sample Calibration Works Ltd', 'SC 123', 'office@works.example.com')
    insert(house, 'Example Metering', '01234567', 'hello@metering.example.com')
    insert(house, null, null, null)
    expect(found(house, 'CALIB')).toEqual(['Sample Calibration Works Ltd'])
    expect(found(house, 'c 12')).toEqual(['Sample Calibration Works Ltd'])
    expect(found(house, 'ello@MET')).toEqual(['Example Metering'])
    expect(found(house, 'example')).toEqual(['Example Metering', 'Sample Calibration Works Ltd'])
    expect(found(house, 'calibration metering')).toEqual([])
  })

  test('finds a registration number as the register writes it', () => {
    const house = testApp()
    insert(house, 'Sample Works', '1 234 567', null)
    expect(found(house, '01234567')).toEqual(['Sample Works'])
  })

  test('takes %, _, quotes, stars and the words of the index for text', () => {
    const house = testApp()
    const names = [
      '100% Sample',
      'Under_Score',
      '"Quoted" Ltd',
      "O'Sample",
      'A AND B',
      'st*r',
      'b\\s',
    ]
    for (const name of names) insert(house, name, null, null)
    for (const [text, name] of [
      ['00%', '100% Sample'],
      ['r_s', 'Under_Score'],
      ['"quo', '"Quoted" Ltd'],
      ["o's", "O'Sample"],
      ['a and', 'A AND B'],
      ['t*r', 'st*r'],
      ['b\\s', 'b\\s'],
      ['%', '100% Sample'],
      ['_', 'Under_Score'],
    ] as const)
      expect(found(house, text), text).toEqual([name])
    for (const text of ['0_%', '*', '" OR "', 'business_name:quoted', 'NEAR(a b)', '^a a'])
      expect(() => found(house, text), text).not.toThrow()
  })

  test('finds texts of one and two letters too, and letters beyond the alphabet in either case', () => {
    const house = testApp()
    insert(house, 'Öl & Ähre GmbH', null, null)
    insert(house, 'Ząb', null, null)
    expect(found(house, 'ö')).toEqual(['Öl & Ähre GmbH'])
    expect(found(house, 'ÄH')).toEqual(['Öl & Ähre GmbH'])
    expect(found(house, 'äHRE')).toEqual(['Öl & Ähre GmbH'])
    expect(found(house, 'ZĄB')).toEqual(['Ząb'])
  })

  test('follows every change: a new name, a removed one, a deleted draft', () => {
    const house = testApp()
    const { sqlite } = house.deps.db
    const seq = insert(house, 'First Sample', null, null)
    sqlite.prepare('update applications set business_name = ? where seq = ?').run('Second', seq)
    expect([found(house, 'first'), found(house, 'second')]).toEqual([[], ['Second']])
    sqlite.prepare('update applications set business_name = null where seq = ?').run(seq)
    expect(found(house, 'second')).toEqual([])
    sqlite.prepare('delete from applications where seq = ?').run(seq)
    sqlite
      .prepare("insert into applications_search(applications_search) values ('integrity-check')")
      .run()
  })

  test.each([11, 12])('gives the same rows as LIKE on random data (seed %i)', (seed) => {
    const house = testApp()
    const random = seededRandom(seed)
    const letters = 'abAB12 .-%_\'"@'
    const word = (most: number) =>
      Array.from({ length: 1 + Math.floor(random() * most) }, () =>
        letters.charAt(Math.floor(random() * letters.length)),
      ).join('')
    for (let at = 0; at < 400; at++)
      insert(
        house,
        word(12),
        random() < 0.2 ? null : word(8),
        random() < 0.2 ? null : `${word(8)}${at}`,
      )
    for (let at = 0; at < 200; at++) {
      const text = word(5).trim()
      if (!text) continue
      const { applications } = list(house, { search: text, limit: 1000 })
      expect(
        applications.map(({ id }) => id),
        text,
      ).toEqual(byLike(house, text))
    }
  })
})

const byLike = ({ deps }: TestApp, text: string) =>
  deps.db.sqlite
    .prepare<[object], { id: string }>(
      `select id from applications where business_name like @like escape '\\'
         or co_registration like @like escape '\\' or co_registration_key like @like escape '\\'
         or main_email like @like escape '\\' order by seq desc`,
    )
    .all({ like: `%${text.replace(/[\\%_]/g, '\\$&')}%` })
    .map(({ id }) => id)
