import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A line to a server on this machine. Tests set how it behaves; it does nothing by itself. */
export type Line = {
  port: number
  /** Connections that were opened. */
  opened: number
  /** Bytes after which a connection is cut, `null` for none; a test may change it from one connection to the next. */
  cutAfter: (connection: number) => number | null
  /** Milliseconds that each piece takes. */
  slowness: number
  close: () => Promise<void>
}

/** Listens on a free port and passes everything on. */
export async function tcpProxy(to: number): Promise<Line> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    line.opened += 1
    const far = dial({ port: to, host: '127.0.0.1', allowHalfOpen: true })
    const limit = line.cutAfter(line.opened)
    let passed = 0
    const cut = () => {
      client.destroy()
      far.destroy()
    }
    for (const [from, into] of [
      [client, far],
      [far, client],
    ] as const) {
      sockets.add(from)
      from.on('close', () => sockets.delete(from))
      from.on('error', cut)
      void pass(from, into).catch(cut)
    }

    async function pass(from: Socket, into: Socket) {
      for await (const piece of from) {
        passed += piece.length
        if (limit !== null && passed > limit) return cut()
        if (line.slowness) await wait(line.slowness)
        if (!into.write(piece)) await new Promise((drained) => into.once('drain', drained))
      }
      into.end()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const line: Line = {
    port: (server.address() as AddressInfo).port,
    opened: 0,
    cutAfter: () => null,
    slowness: 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
  return line
}
