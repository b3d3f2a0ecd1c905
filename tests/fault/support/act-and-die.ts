import Database from 'better-sqlite3'
import { pino } from 'pino'
import { takeOverDraft } from '#src/domain/applications/draft-links.ts'
import { submitApplication } from '#src/domain/signing/submit.ts'
import { readEnv } from '#src/env.ts'
import { saveSchema } from '#src/forms/registration/save.ts'
import { openRuntime } from '#src/runtime.ts'
import { hashToken } from '#src/security/tokens.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import { drawn } from '../../support/pdf/signatures.ts'

// A program: hands a draft over or submits it, and kills itself at its `at`-th statement of SQL.

const [migrations = '', action, id = '', secret = '', at] = process.argv.slice(2)
let count = -1

function dieAtStep() {
  if (count === Number(at)) process.kill(process.pid, 'SIGKILL')
  if (count >= 0) count += 1
}

const { prepare } = Database.prototype
Database.prototype.prepare = function (this: Database.Database, sql: string) {
  const statement = prepare.call(this, sql)
  for (const name of ['run', 'get', 'all'] as const) {
    const execute = statement[name] as (...parameters: unknown[]) => unknown
    Object.assign(statement, {
      [name](...parameters: unknown[]) {
        dieAtStep()
        return execute.apply(statement, parameters)
      },
    })
  }
  return statement
} as typeof prepare

const read = readEnv(process.env)
if (!read.ok) throw new Error(read.faults.join('\n'))
const files = { migrations, pdfChild: 'none', cli: 'none' }
const { deps } = openRuntime(read.env, pino({ level: 'silent' }), files)
const browser = { kind: 'applicant' as const, address: '192.0.2.1', agent: 'a browser' }
count = 0
if (action === 'hand over') takeOverDraft(deps, { ...browser, tokenHash: null }, secret, null)
else
  submitApplication(
    deps,
    { ...browser, tokenHash: hashToken(secret) },
    id,
    drawn(saveSchema.parse(finalSave())),
  )
process.exit(0)
