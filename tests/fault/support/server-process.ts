import { onTestFinished } from 'vitest'
import { type BuiltServer, type ServerOptions, startServer } from '../../support/built-server.ts'

export type ServerProcess = BuiltServer

/** The built server for one test: killed when the test ends, its data removed. */
export async function serverProcess(options: ServerOptions = {}): Promise<BuiltServer> {
  const server = await startServer(options)
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await server.stop()
  })
  return server
}
