import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/fields/Button.tsx'
import { FieldNotes } from '#src/ui/fields/Field.tsx'
import { PadCanvas, usePad } from './Pad.tsx'

export type SignatureOnFile = {
  /** The image as a data URI. */
  image: string
  isTyped: boolean
}

/**
 * Offers to draw the signature or to type the full name; the one on screen is sent. `onFile` is the saved draft's
 * signature.
 */
export function Signature({
  awake,
  open,
  onFile,
  isTyped,
  name,
  error,
}: {
  awake: boolean
  open: boolean
  onFile: SignatureOnFile | null
  isTyped: boolean
  name: string
  error: string | undefined
}) {
  const [typed, setTyped] = useState(isTyped)
  // The server may have another signature than the one on screen.
  const [differs, setDiffers] = useState(isTyped)
  // `null` keeps the signature on file, and '' has cleared it.
  const [drawn, setDrawn] = useState<string | null>(null)
  const [unreadable, setUnreadable] = useState('')
  // Each press on Draw tries to load the pad again.
  const [asked, setAsked] = useState(0)
  const [isMissing, setMissing] = useState(false)
  const [isShort, setShort] = useState(false)
  const type = useRef<HTMLInputElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const savedDrawing = onFile && !onFile.isTyped ? onFile.image : null
  const picture = drawn === null ? savedDrawing : null
  const pad = usePad(open && !picture, asked, {
    onInk(image) {
      setMissing(false)
      setDrawn(image)
      setShort(!image)
    },
    onUnreadable(text) {
      setUnreadable(text)
      setTyped(true)
    },
    onMissing() {
      setMissing(true)
      setTyped(true)
      setDiffers(true)
    },
  })

  function choose(isTyped: boolean) {
    setTyped(isTyped)
    setDiffers(true)
    if (isTyped || pad.isAttached()) return
    setMissing(false)
    setAsked((count) => count + 1)
  }

  // The choice may have been made before the scripts ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, when the scripts run
  useEffect(() => {
    if (type.current?.checked && !typed) choose(true)
  }, [])
  useEffect(() => {
    // A hidden input fires no event by itself, and this event removes the error.
    if (drawn !== null) input.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [drawn])
  useEffect(() => {
    // Without this font the name appears in another typeface, and can still be signed.
    if (open && typed) import('./hand.ts').catch(() => {})
  }, [open, typed])

  function clear() {
    pad.clear()
    setDrawn('')
    setShort(false)
  }

  const choice = (value: string, label: string) => (
    <label className="choice" hidden={unreadable !== '' && value === 'draw'}>
      <input
        type="radio"
        name="signing"
        value={value}
        ref={value === 'type' ? type : null}
        checked={typed === (value === 'type')}
        disabled={value === 'draw' && !awake && !savedDrawing}
        onChange={() => choose(value === 'type')}
      />
      <span>{label}</span>
    </label>
  )

  return (
    <fieldset
      className={`field signature${savedDrawing ? '' : ' signature-new'}${error ? ' field-invalid' : ''}`}
      id="authSignature"
      tabIndex={-1}
      aria-describedby={error ? 'authSignature-error' : undefined}
    >
      <legend>Signature</legend>
      <FieldNotes id="authSignature" error={error} />
      <div className="signing-choice">
        {choice('draw', 'Draw')}
        {choice('type', 'Type')}
      </div>
      {!savedDrawing && (
        <noscript>
          <input type="hidden" name="signing" value="type" />
        </noscript>
      )}
      <p role="status" className="field-error">
        {unreadable ||
          (isMissing && missingText) ||
          (isShort && !typed && !error && 'Please draw a longer signature, or type your name')}
      </p>
      <div className="by-hand">
        <p className="hint">
          Draw with your finger, a pen or the mouse. Without your full name below, the document does
          not say who signed.
        </p>
        <div className="signature-pad">
          {picture ? (
            <img src={picture} alt="Your signature" width={300} height={100} />
          ) : (
            <PadCanvas canvas={pad.canvas} isDrawn={Boolean(drawn)} />
          )}
        </div>
        <Button small onClick={clear}>
          Clear
        </Button>
        {!typed && (drawn !== null || differs) && (
          <input
            ref={input}
            type="hidden"
            name="authSignature"
            value={drawn ?? savedDrawing ?? ''}
          />
        )}
      </div>
      <div className="by-name">
        <p className="hint">
          Type your full name below. It is your signature, and we write it for you.
        </p>
        {awake && typed && (
          <div className="signature-pad">
            <p className="written" style={{ fontSize: sizeOf(name) }}>
              {name}
            </p>
          </div>
        )}
      </div>
    </fieldset>
  )
}

const missingText = 'The drawing pad did not load. Type your name, or choose Draw to try again.'

/** CSS pixels: the size that the server writes, or smaller if it would not fit. */
const sizeOf = (name: string) => Math.max(18, Math.min(45, 640 / name.length))
