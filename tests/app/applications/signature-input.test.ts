import { describe, expect } from 'vitest'
import { toDataUri } from '#src/security/signature-image.ts'
import { startDraft, stored } from '../../support/app/applicants.ts'
import { type Outcome, scenarios } from '../../support/app/scenarios.ts'
import { chunk, chunksOf, magic, makePng } from '../../support/pdf/png-maker.ts'
import { padded, readSignature, stroke } from '../../support/pdf/signatures.ts'

const [head, data, end] = chunksOf(stroke) as [Buffer, Buffer, Buffer]
const png = (...chunks: Buffer[]) => toDataUri(Buffer.concat([magic, ...chunks]))
const good = toDataUri(makePng(stroke))
const message = 'Digital signature is required'

/** As a caller sees it; every way a PNG can be broken is tried in tests/unit/security. */
const refused: [string, unknown][] = [
  ['a word', 'signed'],
  ['a PNG with a script behind its end', png(head, data, end, Buffer.from('<script>'))],
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
    { name: 'is kept as its pixels', ...keeps(good) },
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
