import SignaturePad from 'signature_pad'

/** CSS pixels */
const padSize = { width: 300, height: 100 } as const

/** The server accepts images up to four times as large. */
const mostDense = 4

export type Pad = { clear: () => void; release: () => void }

export const unreadableText =
  'This browser does not let the page read what you draw, to protect your privacy. Please type your name instead.'

/**
 * Tells whether the page can read its own drawing. Browsers that guard against fingerprinting return noise, which would
 * become the signature; small differences do no harm.
 */
export function canReadDrawings(): boolean {
  const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 8 })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return false
  context.fillStyle = 'rgb(200,100,50)'
  context.fillRect(0, 0, 8, 8)
  const { data } = context.getImageData(0, 0, 8, 8)
  return data.every((value, index) => Math.abs(value - ([200, 100, 50, 255][index % 4] ?? 0)) < 16)
}

/**
 * Draws on the canvas. `onInk` gets a PNG data URI after each stroke, or '' while no stroke has three points. The ink is
 * drawn again when the pixel density changes.
 */
export function attachPad(canvas: HTMLCanvasElement, onInk: (image: string) => void): Pad {
  const pad = new SignaturePad(canvas, {
    backgroundColor: 'rgb(255,255,255)',
    penColor: 'rgb(16,24,40)',
  })
  let density: MediaQueryList

  function scale() {
    const ratio = Math.min(Math.max(devicePixelRatio, 1), mostDense)
    const ink = pad.toData()
    canvas.width = padSize.width * ratio
    canvas.height = padSize.height * ratio
    canvas.getContext('2d')?.scale(ratio, ratio)
    pad.clear()
    pad.fromData(ink)
    density?.removeEventListener('change', scale)
    density = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    density.addEventListener('change', scale)
  }

  scale()
  pad.addEventListener('endStroke', () =>
    onInk(hasStroke(pad) ? canvas.toDataURL('image/png') : ''),
  )
  return {
    clear: () => pad.clear(),
    release() {
      density.removeEventListener('change', scale)
      pad.off()
    },
  }
}

const hasStroke = (pad: SignaturePad) => pad.toData().some(({ points }) => points.length > 2)
