import { parseArgs } from 'node:util'
import { readEnv } from '#src/env.ts'
import { UsageError } from './command.ts'
import type { StandaloneCommand } from './command-context.ts'
import { operatorCertificateFindings } from './doctor/documents.ts'
import type { Finding } from './doctor/finding.ts'
import { findings } from './doctor/findings.ts'

/** `doctor`: what is misconfigured, in plain words; fails when something keeps the product from working. */
export const doctor: StandaloneCommand = {
  usage: ['doctor                 says what is not as it should be'],
  async runAlone(context, { say }, args) {
    if (parseArgs({ args, allowPositionals: true }).positionals.length > 0)
      throw new UsageError('doctor takes no words')
    const read = readEnv(context.source)
    if (!read.ok) throw new Error(`The settings are not right:\n  ${read.faults.join('\n  ')}`)
    const found = [
      ...(await findings(read.env, context)),
      ...(await operatorCertificateFindings(read.env, context.now())),
    ]
    for (const finding of found) say(lineOf(finding))
    const faults = found.filter(({ is }) => is === 'wrong').length
    if (faults > 0)
      throw new Error(faults === 1 ? '1 thing is wrong.' : `${faults} things are wrong.`)
  },
}

const lineOf = ({ is, about, words }: Finding) => `${is.padEnd(5)}  ${about.padEnd(10)}  ${words}`
