import { type RefObject, useEffect, useRef } from 'react'
import type { Pad } from './pad.ts'

type Told = {
  /** Receives a PNG as data URI after each stroke, or '' while the drawing is too short. */
  onInk: (image: string) => void
  /** Is called when the browser does not let the page read the drawing. */
  onUnreadable: (text: string) => void
  /** Is called when the drawing code did not load. */
  onMissing: () => void
}

/** Loads the drawing code when the pad is first shown, and tries again when `attempt` changes. */
export function usePad(isWanted: boolean, attempt: number, told: Told) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(null)
  const latest = useRef(told)
  useEffect(() => {
    latest.current = told
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `attempt` loads again
  useEffect(() => {
    if (!isWanted || pad.current) return
    let isOver = false
    const attach = ({ attachPad, canReadDrawings, unreadableText }: typeof import('./pad.ts')) => {
      if (isOver || pad.current || !canvas.current) return
      isOver = true
      clearTimeout(timer)
      if (!canReadDrawings()) return latest.current.onUnreadable(unreadableText)
      pad.current = attachPad(canvas.current, (image) => latest.current.onInk(image))
    }
    const giveUp = () => {
      if (!isOver && !pad.current) latest.current.onMissing()
    }
    const timer = setTimeout(giveUp, arrivesWithin)
    import('./pad.ts').then(attach, giveUp)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isWanted, attempt])
  useEffect(() => () => pad.current?.release(), [])
  return { canvas, isAttached: () => pad.current !== null, clear: () => pad.current?.clear() }
}

/** Milliseconds */
const arrivesWithin = 10_000

type PadCanvasProps = { canvas: RefObject<HTMLCanvasElement | null>; isDrawn: boolean }

export const PadCanvas = ({ canvas, isDrawn }: PadCanvasProps) => (
  <canvas
    ref={canvas}
    width={300}
    height={100}
    role="img"
    aria-label={isDrawn ? 'Signature pad, drawn' : 'Signature pad, empty'}
  />
)
