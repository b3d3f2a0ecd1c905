import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import Database from 'better-sqlite3'
import { removeUnfinishedCopies } from '#db/copies.ts'
import { openData } from '#src/domain/maintenance/data-folder.ts'
import { readEnv } from '#src/env.ts'

// A program: opens a data folder as a server does, and kills itself at its `at`-th write of a file or statement of SQL.

const [folder = '', migrations = '', at] = process.argv.slice(2)
let count = 0

function dieAtStep(halfway: () => void = () => {}) {
  if (count === Number(at)) {
    halfway()
    process.kill(process.pid, 'SIGKILL')
  }
  count += 1
}

const { copyFileSync, fsyncSync, renameSync, writeFileSync, rmSync } = fs
Object.assign(fs, {
  copyFileSync(from: string, to: string) {
    dieAtStep(() => writeFileSync(to, fs.readFileSync(from).subarray(0, 100_000)))
    copyFileSync(from, to)
  },
  writeFileSync(...args: Parameters<typeof writeFileSync>) {
    dieAtStep(() => writeFileSync(args[0], ''))
    writeFileSync(...args)
  },
  fsyncSync(file: number) {
    dieAtStep()
    fsyncSync(file)
  },
  renameSync(...args: Parameters<typeof renameSync>) {
    dieAtStep()
    renameSync(...args)
  },
  rmSync(...args: Parameters<typeof rmSync>) {
    dieAtStep()
    rmSync(...args)
  },
})
syncBuiltinESMExports()

const { exec } = Database.prototype
Database.prototype.exec = function (sql: string) {
  dieAtStep()
  return exec.call(this, sql)
}

const read = readEnv(process.env)
if (!read.ok) throw new Error(read.faults.join('\n'))
for (const place of [folder, `${folder}/backups`]) removeUnfinishedCopies(place)
openData(read.env, migrations, Date.now, { holdsLock: true }).close()
