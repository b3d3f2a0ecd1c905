import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/fields/Button.tsx'
import { FieldNotes, TextField } from '#src/ui/fields/Field.tsx'
import type { Pad } from './pad.ts'

/** `onFile` is the signature of the saved draft. */
export function Signature({
  awake,
  open,
  onFile,
  typedName,
  error,
}: {
  awake: boolean
  open: boolean
  onFile: string | null
  typedName: string
  error: string | undefined
}) {
  // null: untouched, what is on file stays; '': cleared
  const [drawn, setDrawn] = useState<string | null>(null)
  const [unreadable, setUnreadable] = useState('')
  const [isShort, setShort] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const pad = useRef<Pad>(null)
  const shown = drawn === null ? onFile : null

  useEffect(() => {
    if (!open || shown || pad.current) return
    let gone = false
    import('./pad.ts').then(({ attachPad, canReadDrawings, unreadableText }) => {
      if (gone || !canvas.current) return
      if (!canReadDrawings()) return setUnreadable(unreadableText)
      pad.current = attachPad(canvas.current, (image) => {
        setDrawn(image)
        setShort(!image)
      })
    })
    return () => {
      gone = true
    }
  }, [open, shown])
  useEffect(() => () => pad.current?.release(), [])
  useEffect(() => {
    // a hidden input fires no event by itself; this one removes the error
    if (drawn !== null) input.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [drawn])

  function clear() {
    pad.current?.clear()
    setDrawn('')
    setShort(false)
  }

  return (
    <fieldset
      className={error ? 'field signature field-invalid' : 'field signature'}
      id="authSignature"
      tabIndex={-1}
      {...(error && { 'aria-describedby': 'authSignature-error' })}
    >
      <legend>Signature</legend>
      <FieldNotes
        id="authSignature"
        hint="Draw with your finger, a pen or the mouse"
        error={error}
      />
      <p role="status">
        {unreadable || (isShort && 'Please draw a longer signature, or type your name')}
      </p>
      <div className="signature-pad" hidden={unreadable !== ''}>
        {shown ? (
          <img src={shown} alt="Your signature" width={300} height={100} />
        ) : (
          <canvas
            ref={canvas}
            width={300}
            height={100}
            role="img"
            aria-label={drawn ? 'Signature pad, drawn' : 'Signature pad, empty'}
          />
        )}
      </div>
      <Button small onClick={clear} hidden={unreadable !== ''}>
        Clear
      </Button>
      {drawn !== null && <input ref={input} type="hidden" name="authSignature" value={drawn} />}
      <details open={!awake || Boolean(unreadable || typedName)}>
        <summary>Type your name instead</summary>
        <TextField
          id="typedName"
          name="typedName"
          label="Your name (optional)"
          hint="We draw it as your signature when you submit"
          defaultValue={typedName}
          autoComplete="off"
          maxLength={200}
        />
      </details>
    </fieldset>
  )
}
