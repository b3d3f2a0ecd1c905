import { drawSignature } from '#src/pdf/document/drawings.ts'
import { pdfStandIn } from '../pdf/pdf-stand-in.ts'
import { testApp } from './test-app.ts'

/** An app in which the drawing of signatures, typed names (text) or pictures, can fail or be held up. */
export function withDrawing(kind: 'string' | 'object') {
  let asked = () => {}
  let held: Promise<void> = Promise.resolve()
  const drawing = {
    fails: null as Error | null,
    asked: new Promise<void>((done) => {
      asked = done
    }),
    hold() {
      let release = () => {}
      held = new Promise<void>((done) => {
        release = done
      })
      return release
    },
  }
  const signature = async (name: string | Uint8Array) => {
    if (typeof name !== kind) return drawSignature(name, () => true)
    asked()
    await held
    if (drawing.fails) throw drawing.fails
    return drawSignature(name, () => true)
  }
  return { drawing, app: testApp({ deps: { pdf: { ...pdfStandIn(), signature } } }) }
}
