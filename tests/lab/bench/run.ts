import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { measureDocuments } from './documents.ts'
import { isReached, type Measure, rounds, tableOf } from './measures.ts'
import { measureMemory, measureStart } from './process.ts'
import { measureSearch } from './search.ts'
import { measureStretches } from './stretches.ts'
import { measureSubmits } from './submits.ts'

/** The parts by their names: `npm run lab -- bench search start` runs two of them. */
const parts: Record<string, () => Promise<Measure[]>> = {
  search: measureSearch,
  documents: measureDocuments,
  start: measureStart,
  memory: measureMemory,
  stretches: measureStretches,
  submits: measureSubmits,
}

const asked = process.argv.slice(2).filter((name) => name !== '--docs')
const unknown = asked.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: ${Object.keys(parts).join(' ')}`)
  process.exit(64)
}

const measures: Measure[] = []
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.error(`${name} …`)
  try {
    measures.push(...(await measure()))
  } catch (error) {
    // the other parts are worth having, and the run still fails
    console.error(`${name} broke off:`, error)
    process.exitCode = 1
  }
}

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
const processor = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`
const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
const made = `Commit ${commit}, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${processor}, ${memory}, ${rounds} rounds.`
const missed = measures.filter((measure) => isReached(measure) === false)
console.log(`${made}\n\n${tableOf(measures)}\n\n${missed.length} missed`)

/** With `--docs`, the table goes into the page that keeps it too. */
if (process.argv.includes('--docs')) {
  const docs = 'docs/performance.md'
  const marks = /(<!-- made by the benchmark -->\n)[\s\S]*?(\n<!-- end -->)/
  const table = (_: string, from: string, to: string) =>
    `${from}\n${made}\n\n${tableOf(measures)}\n${to}`
  writeFileSync(docs, readFileSync(docs, 'utf8').replace(marks, table))
}
