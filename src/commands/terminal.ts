import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Terminal } from './command.ts'

/** The process's own terminal: questions go to stderr, so that stdout holds answers only. */
export const terminal: Terminal = {
  say: (line) => process.stdout.write(`${line}\n`),
  async askSecret(question) {
    const seen = process.stdin.isTTY
    if (seen) process.stderr.write(question)
    const lines = createInterface({ input: process.stdin, output: silent(), terminal: seen })
    try {
      for await (const line of lines) return line
      throw new Error('Nothing was entered')
    } finally {
      lines.close()
      if (seen) process.stderr.write('\n')
    }
  },
}

/** Swallows the echo of what is typed. */
const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() })
