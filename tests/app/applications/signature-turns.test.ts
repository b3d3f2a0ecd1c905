import { expect, test } from 'vitest'
import { drawSignature } from '#src/pdf/document/drawings.ts'
import { PdfBusy } from '#src/pdf/pdf-errors.ts'
import { toDataUri } from '#src/security/signature-image.ts'
import { sectionSave } from '../../support/app/application-answers.ts'
import { testApp } from '../../support/app/test-app.ts'
import { pdfStandIn } from '../../support/pdf/pdf-stand-in.ts'
import { makePng } from '../../support/pdf/png-maker.ts'
import { stroke } from '../../support/pdf/signatures.ts'

test.each([
  ['typed name', { typedName: 'Ann Sample' }],
  ['drawing', { authSignature: toDataUri(makePng(stroke)) }],
])(
  'a %s of a network that filled the queue is refused, and of another one taken',
  async (_, given) => {
    const full = new Set<string>()
    const signature = async (drawing: string | Uint8Array, network: string) => {
      if (full.has(network)) throw new PdfBusy('Too many documents wait')
      full.add(network)
      return drawSignature(drawing)
    }
    const app = testApp({ deps: { pdf: { ...pdfStandIn(), signature } } })
    const sign = async (peer: string) => {
      const save = sectionSave(5, { authSignature: undefined, ...given })
      return (await app.browser(peer).post('/api/applications', save)).status
    }
    expect(await sign('2001:db8:1:1::1')).toBe(201)
    expect(await sign('2001:db8:1:1::2')).toBe(503)
    expect(await sign('203.0.113.7')).toBe(201)
  },
)
