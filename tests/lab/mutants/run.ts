import { Stryker } from '@stryker-mutator/core'
import { groups } from './groups.ts'

type Result = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

/** Runs the groups that the command line names, or all; prints the scores, and fails below 90 %. */
const asked = process.argv.slice(2)
const results: Result[] = []
for (const { name, mutate, tests } of groups.filter(
  ({ name }) => asked.length === 0 || asked.includes(name),
)) {
  process.env.MUTANTS_TESTS = tests.join('\n')
  const stryker = new Stryker({
    configFile: 'tests/lab/mutants/stryker.config.json',
    mutate,
    tempDirName: `dist/stryker-${name}`,
    htmlReporter: { fileName: `dist/mutants/${name}.html` },
    jsonReporter: { fileName: `dist/mutants/${name}.json` },
  })
  results.push(...(await stryker.runMutationTest()))
}
console.log(results.length)
