const pad = document.getElementById('pad')
const canvas = pad?.querySelector('canvas')
const clear = pad?.querySelector('button')
const image = document.querySelector<HTMLInputElement>('input[name="signature"]')

if (pad && canvas && clear && image) showPad(pad, canvas, clear, image)

async function showPad(
  pad: HTMLElement,
  canvas: HTMLCanvasElement,
  clear: HTMLButtonElement,
  image: HTMLInputElement,
) {
  const { attachPad, canReadDrawings, unreadableText } = await import('./registration-form/pad.ts')
  if (!canReadDrawings()) return document.getElementById('pad-note')?.append(unreadableText)
  pad.hidden = false
  document.addEventListener('page-merged', () => {
    pad.hidden = false
    keep(drawn)
  })
  let drawn = ''
  // a browser may fill in the drawing of before a reload
  keep('')
  const ink = attachPad(canvas, keep)
  clear.onclick = () => {
    ink.clear()
    keep('')
  }

  function keep(drawing: string) {
    drawn = drawing
    image.value = drawing
    canvas.ariaLabel = drawing ? 'Signature pad, drawn' : 'Signature pad, empty'
  }
}
