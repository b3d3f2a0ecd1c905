import { describe, expect } from 'vitest'
import { readSignature, toDataUri } from '#src/security/signature-image.ts'
import { startDraft, stored } from '../../support/app/applicants.ts'
import { type Outcome, scenarios } from '../../support/app/scenarios.ts'
import { chunk, chunksOf, header, magic, makePng } from '../../support/pdf/png-maker.ts'
import { KINDS, noise, padded, stroke } from '../../support/pdf/signatures.ts'

const [head, data, end] = chunksOf(stroke) as [Buffer, Buffer, Buffer]
const png = (...chunks: Buffer[]) => toDataUri(Buffer.concat([magic, ...chunks]))
const sized = (width: number, height: number) =>
  toDataUri(makePng({ ...stroke, colour: 0, depth: 1, width, height, pixel: () => [1] }))
const good = toDataUri(makePng(stroke))
const message = 'Digital signature is required'
const wrongCrc = Buffer.from(data)
wrongCrc[data.length - 1] = (wrongCrc.at(-1) ?? 0) ^ 1

/** Each of them once here, as a caller sees it; every way a PNG can be broken is tried in tests/unit. */
const refused: [string, unknown][] = [
  ['a word', 'signed'],
  ['a prefix without a picture', 'data:image/png;base64,'],
  ['an address', 'https://example.com/signature.png'],
  ['a path', '/etc/passwd'],
  ['a JPEG', `data:image/jpeg;base64,${good.slice(22)}`],
  ['an SVG', 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='],
  ['an SVG called PNG', toDataUri(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  ['base64 that is none', 'data:image/png;base64,!!!!'],
  ['two pictures', `${good},${good}`],
  ['a PNG cut in half', toDataUri(makePng(stroke).subarray(0, 60))],
  ['a PNG with a wrong sum', png(head, wrongCrc, end)],
  ['a PNG with a script behind its end', png(head, data, end, Buffer.from('<script>'))],
  ['a PNG without data', png(head, end)],
  ['a PNG with an unknown critical chunk', png(head, chunk('EVIL', Buffer.alloc(4)), data, end)],
  [
    'a header of 20000 by 20000',
    png(chunk('IHDR', header({ ...stroke, width: 20000, height: 20000 })), data, end),
  ],
  ['1201 pixels across', sized(1201, 1)],
  ['401 pixels down', sized(1, 401)],
  ['a number', 5],
  ['yes', true],
]

describe('a signature that is none', () => {
  scenarios(
    refused.flatMap(([name, authSignature]) => {
      const expected = {
        body: { 4: { buyerName: 'Not Kept' }, 5: { authSignature } },
        status: 400,
        message,
        errors: { authSignature: message },
      }
      return [
        { name: `${name}, on the first save`, ...expected },
        {
          name: `${name}, on a later save`,
          before: (browser) => startDraft(browser, 5),
          ...expected,
        },
      ]
    }),
  )
  scenarios([
    { name: 'a list', body: { authSignature: [good] }, status: 400 },
    { name: 'an object', body: { authSignature: { src: good } }, status: 400 },
    {
      name: '128 KiB and one byte',
      body: { authSignature: toDataUri(padded(128 * 1024 + 1)) },
      status: 413,
    },
  ])
})

describe('a signature that is one', () => {
  const keeps = (authSignature: string) => ({
    body: { authSignature },
    status: 201,
    after: ({ app, answer }: Outcome) => {
      const read = readSignature(authSignature)
      const [kept] = stored(app, String(answer.json?.id)).signatures
      expect(read.ok && Buffer.from(read.png).equals(kept?.png as Buffer)).toBe(true)
    },
  })
  scenarios([
    ...KINDS.map((kind) => ({
      name: `of colour type ${kind.colour}, ${kind.depth} bits${kind.interlaced ? ', interlaced' : ''}`,
      ...keeps(toDataUri(makePng(noise({ width: 24, height: 17, ...kind }, true)))),
    })),
    { name: 'of 128 KiB', ...keeps(toDataUri(padded(128 * 1024))) },
    { name: 'of 1200 by 400', ...keeps(sized(1200, 400)) },
    {
      name: 'with words hidden in it: only its pixels are kept',
      body: {
        authSignature: png(head, chunk('tEXt', Buffer.from('Comment\0<script>')), data, end),
      },
      status: 201,
      after: ({ app, answer }) => {
        const [kept] = stored(app, String(answer.json?.id)).signatures
        expect(String(kept?.png)).toContain('PNG')
        expect(String(kept?.png)).not.toContain('<script>')
      },
    },
    {
      name: 'sent as null takes the one that is stored away',
      before: (browser) => startDraft(browser, 5),
      body: { authSignature: null },
      status: 200,
      after: ({ app, id }) => expect(stored(app, id).signatures).toEqual([]),
    },
  ])
})
