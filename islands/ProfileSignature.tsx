import { useEffect, useState } from 'react'
import { Button } from '#src/ui/fields/Button.tsx'
import { FieldNotes } from '#src/ui/fields/Field.tsx'
import { PadCanvas, usePad } from './registration-form/Pad.tsx'

/** The pad for a staff signature, as a field of the form around it. If it does not load, the name can be typed. */
export default function ProfileSignature({ error }: { error: string | null }) {
  const [isAwake, setAwake] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [isLost, setLost] = useState(false)
  const [unreadable, setUnreadable] = useState('')
  const [drawn, setDrawn] = useState('')
  useEffect(() => setAwake(true), [])
  const isOpen = isAwake && !isLost && !unreadable
  const pad = usePad(isOpen, attempt, {
    onInk: setDrawn,
    onUnreadable: setUnreadable,
    onMissing: () => setLost(true),
  })

  function clear() {
    pad.clear()
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
            <PadCanvas canvas={pad.canvas} isDrawn={drawn !== ''} />
          </div>
          <Button small onClick={clear}>
            Clear
          </Button>
        </fieldset>
      )}
      <div role="status">
        {unreadable && <p>{unreadable}</p>}
        {isLost && (
          <>
            <p>The drawing pad did not load. Please type your name.</p>
            <Button
              small
              onClick={() => {
                setLost(false)
                setAttempt((count) => count + 1)
              }}
            >
              Try to Draw Again
            </Button>
          </>
        )}
      </div>
      <input type="hidden" name="signature" value={drawn} />
    </>
  )
}
