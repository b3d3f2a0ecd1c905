import type { TestProject } from 'vitest/node'
import { type BuiltServer, startServer } from '../built-server.ts'
import { adminEnv } from './e2e-admin.ts'

/** What a test may know of a server that is not its own. */
export type CommonServer = Pick<BuiltServer, 'url' | 'dataDir'>

declare module 'vitest' {
  interface ProvidedContext {
    commonServer: CommonServer
  }
}

/** Starts one server for all tests of a run that change nothing that another test goes by. */
export default async function startCommonServer({ provide }: TestProject) {
  const { url, dataDir, stop } = await startServer({ env: adminEnv, shown: true })
  provide('commonServer', { url, dataDir })
  return stop
}
