/**
 * Removes the guards one by one in a copy of the tree and runs their tests, one of which must fail each time. `npm run
 * guards`; with words, only the guards whose names contain one.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { dataGuards } from './guards-data.mjs'
import { limitGuards } from './guards-limits.mjs'
import { secretGuards } from './guards-secrets.mjs'
import { guards } from './guards-table.mjs'

const root = resolve(import.meta.dirname, '../..')
const copy = mkdtempSync(join(tmpdir(), 'countersign-guards-'))
const leftOut = /^(node_modules|dist|data|\.git)$/
const words = process.argv.slice(2)
const chosen = [...guards, ...secretGuards, ...limitGuards, ...dataGuards].filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)

process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
cpSync(root, copy, {
  recursive: true,
  filter: (path) => !leftOut.test(path.slice(root.length + 1)),
})
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

const missing = chosen.filter(({ file, text }) => !read(file).includes(text))
for (const { name, file } of missing) print(`NOT FOUND  ${name}: its text is no longer in ${file}`)
if (missing.length > 0) process.exit(2)

const all = [...new Set(chosen.flatMap(({ tests }) => tests))]
const whole = run(all, 1_800_000)
if (whole.status !== 0) {
  const failed = whole.stdout.split('\n').filter((line) => /FAIL|Error:/.test(line))
  print(`The tests fail as they are:\n${failed.slice(0, 40).join('\n')}`)
  process.exit(2)
}

let caught = 0
for (const { name, file, text, instead = '', tests } of chosen) {
  const before = read(file)
  writeFileSync(
    join(copy, file),
    before.replaceAll(text, () => instead),
  )
  const { stdout } = run(tests)
  writeFileSync(join(copy, file), before)
  const failed = Number(/(\d+) failed/.exec(stdout.split('\n').slice(-4).join('\n'))?.[1] ?? 0)
  if (failed > 0) caught += 1
  print(`${failed > 0 ? 'caught   ' : 'UNNOTICED'}  ${name}  (${failed} of its tests turned red)`)
}
print(`F24 guards: removed ${chosen.length}, caught ${caught}, unnoticed ${chosen.length - caught}`)
process.exit(caught === chosen.length ? 0 : 1)

/** A run that does not end within its milliseconds counts as no answer: its figures are missing. */
function run(tests, timeout = 180_000) {
  return spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'unit',
      '--project',
      'app',
      '--project',
      'fault',
      ...tests,
    ],
    {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
      maxBuffer: 1 << 28,
      timeout,
      killSignal: 'SIGKILL',
    },
  )
}

function read(file) {
  return readFileSync(join(copy, file), 'utf8')
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
