import { readEnv } from '#src/env.ts'

/** The environment that these settings make; throws what is wrong with them. */
export function envOf(source: Record<string, string>) {
  const read = readEnv(source)
  if (!read.ok) throw new Error(read.faults.join('\n'))
  return read.env
}
