import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { restore } from '#src/commands/restore.ts'
import { verify } from '#src/commands/verify.ts'
import { verifyDocument } from '#src/commands/verify-document.ts'
import { environmentOf, runAlone } from '../../support/commands.ts'
import { newFolder } from '../../support/folder.ts'

const commands = { verify, 'verify-document': verifyDocument, restore }

describe.each(Object.entries(commands))('the command %s', (_, command) => {
  test.each([
    ['of a folder', () => newFolder(), 'is a folder'],
    ['that is not there', () => join(newFolder(), 'absent'), 'There is no'],
  ])('refuses a path %s and names it', async (_, pathOf, says) => {
    const path = pathOf()
    const { error } = await runAlone(command, environmentOf(newFolder()), [path])
    expect(String(error)).toContain(says)
    expect(String(error)).toContain(path)
  })
})

test.each(Object.entries({ verify, restore }))(
  'says in %s that a file is no database, and names it',
  async (_, command) => {
    const path = join(newFolder(), 'letter.txt')
    writeFileSync(path, 'Dear Sir or Madam, '.repeat(500))
    const { error } = await runAlone(command, environmentOf(newFolder()), [path])
    expect(String(error)).toContain(`${path} is not a database`)
  },
)
