import { useEffect, useRef, useState } from 'react'
import type { AdminProfile } from '#src/ui/admin/profile.ts'
import { call } from '#src/ui/calls/call.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import type { Pad } from '../registration-form/pad.ts'
import { useAccountCall } from './use-account-call.ts'

/** The signature that later decisions carry: drawn, or a typed name (rule 114). */
export function ProfileSignature({
  profile,
  errors: given,
  onProfile,
}: {
  profile: AdminProfile
  errors: Record<string, string>
  onProfile: (profile: AdminProfile) => void
}) {
  const { errors, announcement, pending, attempt } = useAccountCall(given)
  const [drawing, setDrawing] = useState(false)
  const [image, setImage] = useState('')
  const [unreadable, setUnreadable] = useState('')
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad | null>(null)

  useEffect(() => {
    if (!drawing) return
    let gone = false
    import('../registration-form/pad.ts').then(({ attachPad, canReadDrawings, unreadableText }) => {
      if (gone || !canvas.current) return
      if (!canReadDrawings()) {
        setUnreadable(unreadableText)
        return setDrawing(false)
      }
      pad.current = attachPad(canvas.current, setImage)
    })
    return () => {
      gone = true
      pad.current?.release()
      pad.current = null
      setImage('')
    }
  }, [drawing])

  const path = '/api/admin/account/signature'
  const keep = () =>
    attempt(async () => {
      onProfile(await call<AdminProfile>('PUT', path, { signature: image }))
      setDrawing(false)
    }, 'Signature saved.')
  const remove = () =>
    attempt(async () => onProfile(await call<AdminProfile>('DELETE', path)), 'Signature removed.')

  function clear() {
    pad.current?.clear()
    setImage('')
  }

  return (
    <form method="post" action="/admin/dashboard" noValidate>
      <h3>Signature</h3>
      <p className="hint">
        Used as the finance signature when you approve or reject an application.
      </p>
      {drawing ? (
        <div className="signature-pad">
          <canvas
            ref={canvas}
            width={300}
            height={100}
            role="img"
            aria-label={image ? 'Signature pad, drawn' : 'Signature pad, empty'}
          />
        </div>
      ) : (
        profile.signature && <img className="plate" src={profile.signature} alt="Your signature" />
      )}
      <TextField
        id="typedName"
        name="typedName"
        label="Type your name as a signature (optional)"
        error={errors.signature ?? errors.typedName}
        maxLength={200}
        autoComplete="off"
      />
      <p className="quiet" role="status">
        {unreadable || announcement}
      </p>
      <div className="actions">
        <Button small type="submit" name="action" value="signature">
          Save typed name
        </Button>
        {drawing ? (
          <>
            <Button small onClick={keep} aria-disabled={pending || !image}>
              Save drawing
            </Button>
            <Button small variant="ghost" onClick={clear}>
              Clear
            </Button>
          </>
        ) : (
          <Button
            small
            onClick={() => setDrawing(true)}
            hidden={unreadable !== ''}
            data-needs-scripts=""
          >
            Draw instead
          </Button>
        )}
        {profile.signature && (
          <Button
            small
            variant="ghost"
            type="submit"
            name="action"
            value="signature-away"
            onClick={(event) => {
              event.preventDefault()
              remove()
            }}
          >
            Remove
          </Button>
        )}
      </div>
    </form>
  )
}
