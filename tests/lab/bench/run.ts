import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { measureDocuments } from './documents.ts'
import { measurePaint } from './paint.ts'
import { measurePrerenderedPages } from './prerendered-pages.ts'
import { measureMemory, measureStart } from './process.ts'
import { measureRenderedPages } from './rendered-pages.ts'
import { rounds } from './rounds.ts'
import { measureScripts } from './scripts.ts'
import { measureSearch } from './search.ts'
import { measureSubmission } from './submission.ts'
import { isReached, type Measure, tableOf } from './table.ts'

/** The parts of the benchmark by their names: `npm run bench -- search submission` runs two of them. */
const parts: Record<string, () => Promise<Measure[]> | Measure[]> = {
  pages: measurePrerenderedPages,
  rendered: measureRenderedPages,
  scripts: measureScripts,
  paint: measurePaint,
  search: measureSearch,
  submission: measureSubmission,
  documents: measureDocuments,
  start: measureStart,
  memory: measureMemory,
}

/** With `--docs`, the table goes into the page that keeps it too. */
const docs = 'docs/performance.md'
const keep = process.argv.includes('--docs')
const asked = process.argv.slice(2).filter((name) => name !== '--docs')
const unknown = asked.filter((name) => !(name in parts))
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}: ${Object.keys(parts).join(' ')}\n`)
  process.exit(64)
}

const results: Record<string, Measure[]> = {}
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  process.stderr.write(`${name} …\n`)
  try {
    results[name] = await measure()
  } catch (error) {
    // the other parts are worth having, and the run still fails
    process.stderr.write(`${name} broke off: ${error instanceof Error ? error.stack : error}\n`)
    process.exitCode = 1
  }
}

const measures = Object.values(results).flat()
process.stdout.write(`${tableOf(measures)}\n`)
const machine = {
  at: new Date().toISOString(),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  node: process.version,
  processor: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  rounds,
}
writeFileSync('dist/bench.json', `${JSON.stringify({ ...machine, results }, null, 2)}\n`)
if (keep) {
  const page = readFileSync(docs, 'utf8')
  const { at, commit, node, processor, memory } = machine
  const made = `Commit ${commit}, ${at.slice(0, 10)}, Node ${node.slice(1)}, ${processor}, ${memory}, ${rounds} rounds.`
  const marks = /(<!-- made by npm run bench -->\n)[\s\S]*?(\n<!-- end -->)/
  writeFileSync(
    docs,
    page.replace(marks, (_, from, to) => `${from}\n${made}\n\n${tableOf(measures)}\n${to}`),
  )
}
const missed = measures.filter((measure) => isReached(measure) === false)
process.stdout.write(`\n${Object.values(machine).join(', ')} rounds; ${missed.length} missed\n`)
