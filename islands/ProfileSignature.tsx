import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/fields/Button.tsx'
import { FieldNotes } from '#src/ui/fields/Field.tsx'
import type { Pad } from './registration-form/pad.ts'

type State = 'asleep' | 'loading' | 'ready' | 'lost' | 'unreadable'

/** The pad of the profile, as a field of the form around it. Without it the name can be typed. */
export default function ProfileSignature({ error }: { error: string | null }) {
  const [state, setState] = useState<State>('asleep')
  const [drawn, setDrawn] = useState('')
  const [explanation, setExplanation] = useState('')
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(null)
  const isOpen = state === 'loading' || state === 'ready'

  useEffect(() => setState('loading'), [])
  useEffect(() => {
    if (state !== 'loading') return
    let isUnmounted = false
    import('./registration-form/pad.ts').then(
      ({ attachPad, canReadDrawings, unreadableText }) => {
        if (isUnmounted || !canvas.current) return
        if (!canReadDrawings()) {
          setExplanation(unreadableText)
          return setState('unreadable')
        }
        pad.current = attachPad(canvas.current, setDrawn)
        setState('ready')
      },
      () => {
        if (isUnmounted) return
        setExplanation('The part of this page for drawing did not load. Please type your name.')
        setState('lost')
      },
    )
    return () => {
      isUnmounted = true
    }
  }, [state])
  useEffect(() => () => pad.current?.release(), [])

  function clear() {
    pad.current?.clear()
    setDrawn('')
  }

  return (
    <>
      {isOpen && (
        <fieldset className={error ? 'field field-invalid' : 'field'}>
          <legend>Draw your signature</legend>
          <FieldNotes
            id="signature-signature"
            hint="Draw with your finger, a pen or the mouse"
            error={error ?? undefined}
          />
          <div className="signature-pad" id="signature-signature" tabIndex={-1}>
            <canvas
              ref={canvas}
              width={300}
              height={100}
              role="img"
              aria-label={drawn ? 'Signature pad, drawn' : 'Signature pad, empty'}
            />
          </div>
          <Button small onClick={clear}>
            Clear
          </Button>
        </fieldset>
      )}
      <div role="status">
        {explanation && <p>{explanation}</p>}
        {state === 'lost' && (
          <Button
            small
            onClick={() => {
              setExplanation('')
              setState('loading')
            }}
          >
            Try to Draw Again
          </Button>
        )}
      </div>
      <input type="hidden" name="signature" value={drawn} />
    </>
  )
}
