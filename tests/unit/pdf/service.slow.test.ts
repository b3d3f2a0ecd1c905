import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { PdfBusy, PdfFailed } from '#src/pdf/pdf-errors.ts'
import {
  createPdfService,
  type PdfService,
  type PdfServiceOptions,
} from '#src/pdf/process/service.ts'
import { sampleSheet } from '../../support/pdf/sheets.ts'

const standIn = join(import.meta.dirname, '../../support/pdf/pdf-child-stand-in.mjs')
let pdf: PdfService

afterEach(() => pdf.close())

test('loses the document of a process that dies, and makes the next one', async () => {
  open()
  await expect(ask('crash')).rejects.toThrow(PdfFailed)
  expect(await ask('who')).toMatch(/^\d+$/)
})

test('gives up on a document that takes too long', async () => {
  open({ limits: { timeout: 1000 } })
  await expect(ask('hang')).rejects.toThrow('took too long')
})

test.runIf(process.platform === 'linux')('gives up on a document that hoards memory', async () => {
  open({ limits: { memory: 250 * 1024 * 1024 } })
  await expect(ask('hoard')).rejects.toThrow('took too much memory')
  expect(await ask('who')).toMatch(/^\d+$/)
})

test('hides the server’s secrets from the document process, and gives it a small heap', async () => {
  process.env.APP_KEY = 'a secret of the server'
  process.env.TZ = 'UTC'
  open()
  const environment = JSON.parse(await ask('environment'))
  delete process.env.APP_KEY
  const own = Object.keys(environment).filter((name) => !name.startsWith('NODE_CHANNEL_'))
  expect(own.sort()).toEqual(['NODE_ENV', 'TZ'])
  expect(JSON.parse(await ask('arguments'))).toContain('--max-old-space-size=192')
})

test('refuses a document as busy when the queue is full, and still makes those accepted', async () => {
  open({ limits: { waiting: 2 } })
  const taken = [ask('slow'), ask('slow'), ask('slow')]
  await expect(ask('slow')).rejects.toThrow(PdfBusy)
  expect(await Promise.all(taken)).toEqual(['slow', 'slow', 'slow'])
})

test('lets networks take turns, each with its oldest document first, and documents to be sealed too', async () => {
  open()
  const order: string[] = []
  const noted = (what: string) => () => void order.push(what)
  const first = ask('slow')
  const shown = ['a1', 'a2', 'a3', 'b1', 'b2'].map((what) =>
    ask('slow', what.slice(0, 1)).then(noted(what)),
  )
  await Promise.all([first, ...shown, ask('slow').then(noted('sealed'))])
  expect(order).toEqual(['a1', 'b1', 'sealed', 'a2', 'b2', 'a3'])
})

test('lets a signature wait for no document, and networks take turns with signatures as well', async () => {
  open({ limits: { timeout: 5000 } })
  const document = ask('hang').catch(() => order.push('document'))
  const order: string[] = []
  const drawn = ['a1', 'a2', 'a3', 'b1'].map((what) =>
    pdf.signature('slow', what.slice(0, 1)).then(() => order.push(what)),
  )
  await Promise.all([document, ...drawn])
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'document'])
})

test('starts the process for signatures before anybody signs', async () => {
  open()
  await pdf.ready
  const first = await pdf.signature('who')
  expect(await pdf.signature('who')).toEqual(first)
})

test('replaces a process that dies over a signature, and keeps the name out of the log', async () => {
  const lines: string[] = []
  open({ log: pino({ level: 'info' }, { write: (line) => lines.push(line) }) })
  await expect(pdf.signature('crash')).rejects.toThrow(PdfFailed)
  expect(await pdf.signature('who')).toBeDefined()
  expect(lines.join()).toContain('it ended (3)')
  expect(lines.join()).not.toMatch(/"crash|"who/)
})

test('finishes accepted documents at the end, refuses new ones and ends the processes', async () => {
  open()
  const process = Number(await ask('who'))
  const taken = [ask('slow'), ask('slow')]
  const closed = pdf.close()
  await expect(ask('who')).rejects.toThrow(PdfBusy)
  expect(await Promise.all(taken)).toEqual(['slow', 'slow'])
  await closed
  expect(() => globalThis.process.kill(process, 0)).toThrow('ESRCH')
})

function open(options: Partial<PdfServiceOptions> = {}): void {
  const log = pino({ level: 'silent' })
  pdf = createPdfService({ childPath: standIn, log, ...options })
}

async function ask(id: string, origin?: string): Promise<string> {
  return new TextDecoder().decode(await pdf.render(sampleSheet({ id, signatures: [] }), origin))
}
