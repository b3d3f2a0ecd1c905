import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
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

/** One built server for all tests of a file; each finds it running. Killed after them, its data removed. */
export function serverOfFile(options: ServerOptions = {}): () => BuiltServer {
  let server: BuiltServer
  beforeAll(async () => {
    server = await startServer(options)
  })
  beforeEach(async () => {
    if (!server.alive()) await server.start()
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    await server.stop()
  })
  return () => server
}
