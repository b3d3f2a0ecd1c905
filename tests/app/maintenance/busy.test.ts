import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { admin } from '#src/commands/admin.ts'
import { startFault } from '#src/start.ts'
import { testApp } from '../../support/app/test-app.ts'
import { terminalOf } from '../../support/commands.ts'

test('fails a command clearly while another process writes, and prints no password that is not valid', async () => {
  const { deps } = testApp()
  const other = new Database(deps.db.path)
  onTestFinished(() => {
    other.close()
  })
  const terminal = terminalOf()
  const create = async () => admin.run(deps, terminal, ['create', 'second', '--random'])
  other.exec('begin immediate')
  const fault = await create().catch((error) => error)
  expect(startFault(fault)).toMatch(/^Another process is writing to the database/)
  expect(terminal.lines).toEqual([])
  other.exec('commit')
  await create()
  expect(terminal.lines.join()).toMatch(/was created.*shown only once/)
})
