import { connect, type Socket } from 'node:net'
import type { Load } from './load.ts'
import { share } from './rounds.ts'

const connections = 10
const seconds = Number(process.env.BENCH_SECONDS) || 2

/**
 * Asks for one address over ten connections as `load` does, but reads no answer: each has as many bytes as the first.
 * A generator that parses them costs more than a server that has them ready, and would measure itself.
 */
export async function loadOfSame(url: string): Promise<Load> {
  const { hostname, port, host, pathname } = new URL(url)
  const ask = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br, gzip\r\n\r\n`
  const sockets = await Promise.all(
    Array.from({ length: connections }, () => connected(Number(port), hostname)),
  )
  const size = await sizeOfAnswer(sockets[0] as Socket, ask)
  const took: number[] = []
  const began = performance.now()
  const end = began + seconds * 1000
  await Promise.all(sockets.map(askAgainAndAgain))
  for (const socket of sockets) socket.destroy()
  const lasted = (performance.now() - began) / 1000
  return { perSecond: took.length / lasted, p50: share(took, 0.5), p99: share(took, 0.99) }

  function askAgainAndAgain(socket: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      let heard = 0
      let asked = performance.now()
      socket.on('error', reject).on('close', () => reject(new Error(`${url}: closed`)))
      socket.on('data', (part) => {
        heard += part.length
        if (heard < size) return
        if (heard > size) return reject(new Error(`${url}: an answer of another size`))
        const now = performance.now()
        took.push(now - asked)
        if (now >= end) return resolve()
        heard = 0
        asked = now
        socket.write(ask)
      })
      socket.write(ask)
    })
  }
}

const connected = (port: number, host: string) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true }, () => resolve(socket))
    socket.on('error', reject)
  })

/** Head and body of the first answer, in bytes. */
const sizeOfAnswer = (socket: Socket, ask: string) =>
  new Promise<number>((resolve, reject) => {
    const parts: Buffer[] = []
    const hear = (part: Buffer) => {
      parts.push(part)
      const heard = Buffer.concat(parts)
      const body = heard.indexOf('\r\n\r\n') + 4
      const length = /^content-length: (\d+)/im.exec(heard.toString('latin1'))?.[1]
      if (body < 4 || heard.length < body + Number(length)) return
      socket.off('data', hear)
      if (/^HTTP\/1\.1 (200|404) /.test(heard.toString('latin1'))) resolve(body + Number(length))
      else reject(new Error(heard.toString('latin1', 0, 200)))
    }
    socket.on('data', hear)
    socket.write(ask)
  })
