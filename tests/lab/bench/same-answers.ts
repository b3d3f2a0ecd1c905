import { connect, type Socket } from 'node:net'
import type { Load } from './load.ts'
import { share } from './rounds.ts'

const connections = 10
const lasting = 500

/**
 * Asks for one address over ten connections as `load` does, but reads no answer: each has as many bytes as the first.
 * A generator that parses them costs more than a server that has them ready, and would measure itself.
 */
export async function loadOfSame(url: string): Promise<Load> {
  const { hostname, port, host, pathname } = new URL(url)
  const ask = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br, gzip\r\n\r\n`
  const size = await sizeOfAnswer(connect(Number(port), hostname), ask)
  const took: number[] = []
  const began = performance.now()
  const end = began + lasting
  await Promise.all(Array.from({ length: connections }, askAgainAndAgain))
  const lasted = (performance.now() - began) / 1000
  return { perSecond: took.length / lasted, p50: share(took, 0.5), p99: share(took, 0.99) }

  function askAgainAndAgain(): Promise<void> {
    return new Promise((resolve, reject) => {
      let heard = 0
      let asked = 0
      const onread = { buffer: unread, callback: hear }
      const socket = connect({ port: Number(port), host: hostname, noDelay: true, onread }, askOnce)
      socket.on('error', reject).on('close', () => reject(new Error(`${url}: closed`)))

      function askOnce() {
        heard = 0
        asked = performance.now()
        socket.write(ask, 'latin1')
      }

      function hear(bytes: number) {
        heard += bytes
        if (heard > size) {
          reject(new Error(`${url}: an answer of another size`))
          socket.destroy()
        }
        if (heard !== size) return true
        const now = performance.now()
        took.push(now - asked)
        if (now < end) askOnce()
        else {
          resolve()
          socket.destroy()
        }
        return true
      }
    })
  }
}

/** Where every connection puts what it hears: a stream of buffers costs the generator more than an answer the server. */
const unread = Buffer.alloc(64 * 1024)

/** Head and body of the first answer, in bytes. */
const sizeOfAnswer = (socket: Socket, ask: string) =>
  new Promise<number>((resolve, reject) => {
    socket.on('error', reject).on('close', () => reject(new Error('closed before an answer')))
    const parts: Buffer[] = []
    const hear = (part: Buffer) => {
      parts.push(part)
      const heard = Buffer.concat(parts)
      const body = heard.indexOf('\r\n\r\n') + 4
      const length = /^content-length: (\d+)/im.exec(heard.toString('latin1'))?.[1]
      if (body < 4 || heard.length < body + Number(length)) return
      socket.destroy()
      if (/^HTTP\/1\.1 (200|404) /.test(heard.toString('latin1'))) resolve(body + Number(length))
      else reject(new Error(heard.toString('latin1', 0, 200)))
    }
    socket.on('data', hear)
    socket.write(ask)
  })
