import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { PdfBusy, PdfFailed } from '#src/pdf/pdf-errors.ts'
import { createPdfQueue, type PdfQueue, type PdfQueueOptions } from '#src/pdf/process/queue.ts'
import { sampleSheet } from '../../support/pdf/pdf-sheet.ts'

const standIn = join(import.meta.dirname, '../../support/pdf/pdf-child-stand-in.mjs')
let queue: PdfQueue

afterEach(() => queue.close())

test('a process that dies takes its document along and the next one is made', async () => {
  open()
  await expect(ask('crash')).rejects.toThrow(PdfFailed)
  expect(await ask('who')).toMatch(/^\d+$/)
})

test('a process killed from outside is replaced', async () => {
  open()
  const first = Number(await ask('who'))
  process.kill(first, 'SIGKILL')
  await expect.poll(() => ask('who').then(Number, () => first)).not.toBe(first)
})

test('an error thrown outside any promise fails one document only', async () => {
  open()
  await expect(ask('throw')).rejects.toThrow(PdfFailed)
  expect(await ask('who')).toMatch(/^\d+$/)
})

test('a document that takes too long is given up', async () => {
  open({ limits: { wall: 200 } })
  await queue.ready()
  await expect(ask('hang')).rejects.toThrow('took too long')
  expect(await ask('who')).toMatch(/^\d+$/)
})

test.runIf(process.platform === 'linux')('a document that hoards memory is given up', async () => {
  open({ limits: { memory: 250 * 1024 * 1024 } })
  await queue.ready()
  await expect(ask('hoard')).rejects.toThrow('took too much memory')
  expect(await ask('who')).toMatch(/^\d+$/)
})

test('the process sees no secret of the server and has a small heap', async () => {
  process.env.APP_KEY = 'a secret of the server'
  process.env.TZ = 'UTC'
  open()
  const environment = JSON.parse(await ask('environment'))
  delete process.env.APP_KEY
  const own = Object.keys(environment).filter((name) => !name.startsWith('NODE_CHANNEL_'))
  expect(own.sort()).toEqual(['NODE_ENV', 'TZ'])
  expect(JSON.parse(await ask('arguments'))).toContain('--max-old-space-size=192')
})

test('a full queue is refused as busy and what was taken is still made', async () => {
  open({ limits: { queue: 2 } })
  await queue.ready()
  const taken = [ask('slow'), ask('slow'), ask('slow')]
  await expect(ask('slow')).rejects.toThrow(PdfBusy)
  expect(await Promise.all(taken)).toEqual(['slow', 'slow', 'slow'])
})

test('a signature goes before the documents that wait, and a queue full of them does not refuse it', async () => {
  open({ limits: { queue: 2 } })
  await queue.ready()
  const order: string[] = []
  const noted = (what: string) => () => void order.push(what)
  const documents = ['1', '2', '3'].map((what) => ask('slow').then(noted(`document ${what}`)))
  await Promise.all([...documents, queue.signature('slow').then(noted('signature'))])
  expect(order).toEqual(['document 1', 'signature', 'document 2', 'document 3'])
})

test('a process that dies over a signature is replaced, and the name stays out of the log', async () => {
  const lines: string[] = []
  open({ log: pino({ level: 'info' }, { write: (line) => lines.push(line) }) })
  await expect(queue.signature('crash')).rejects.toThrow(PdfFailed)
  expect(new TextDecoder().decode(await queue.signature('who'))).toMatch(/^\d+$/)
  expect(lines.join()).toContain('Signature failed')
  expect(lines.join()).not.toMatch(/"crash|"who/)
})

test('a document that waited too long is refused as busy', async () => {
  let time = 0
  open({ now: () => time })
  await queue.ready()
  const first = ask('slow')
  const second = ask('slow')
  time = 30_001
  expect(await first).toBe('slow')
  await expect(second).rejects.toThrow(PdfBusy)
})

test('a process is replaced after its share of documents', async () => {
  open({ limits: { documents: 3 } })
  const makers = new Set<string>()
  for (let count = 0; count < 40; count += 1) makers.add(await ask('who'))
  await expect.poll(() => ask('who').then((pid) => makers.add(pid).size)).toBeGreaterThan(2)
})

test('closing lets the taken documents finish, refuses new ones and ends the processes', async () => {
  open()
  await queue.ready()
  const process = Number(await ask('who'))
  const taken = [ask('slow'), ask('slow')]
  const closed = queue.close()
  await expect(ask('who')).rejects.toThrow(PdfBusy)
  expect(await Promise.all(taken)).toEqual(['slow', 'slow'])
  await closed
  expect(() => globalThis.process.kill(process, 0)).toThrow('ESRCH')
})

test('a process that cannot start fails the waiting documents instead of keeping them', async () => {
  open({ childPath: join(import.meta.dirname, 'no-such-child.mjs') })
  await expect(ask('who')).rejects.toThrow(PdfFailed)
  await expect(queue.ready()).rejects.toThrow(PdfFailed)
})

function open(options: Partial<PdfQueueOptions> = {}): void {
  const log = pino({ level: 'silent' })
  queue = createPdfQueue({ childPath: standIn, log, now: Date.now, ...options })
}

async function ask(id: string): Promise<string> {
  return new TextDecoder().decode(await queue.render(sampleSheet({ id, signatures: [] })))
}
