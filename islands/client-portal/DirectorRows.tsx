import { type MouseEvent, useState } from 'react'
import { type DirectorRow, type FormValues, idOf } from '#src/forms/form-values.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/Field.tsx'

const most = 50
const longest = 200

/** The list of directors in edit mode: the first stays, later ones can be removed (spec 2, Directors). */
export function DirectorRows({
  rows: given,
  awake,
  error,
}: {
  rows: FormValues[string]
  awake: boolean
  error: string | undefined
}) {
  const first = given as DirectorRow[]
  const [rows, setRows] = useState(() =>
    (first.length > 0 ? first : [{ name: '', position: '' }]).map((row, key) => ({ ...row, key })),
  )
  const [said, setSaid] = useState('')

  /** Awake, the list changes here; before, the button posts and the server changes it. */
  function change(event: MouseEvent, next: typeof rows, focus: string, words: string) {
    if (!awake) return
    event.preventDefault()
    setRows(next)
    setSaid(words)
    requestAnimationFrame(() => document.getElementById(focus)?.focus())
  }

  return (
    <div className="directors">
      {rows.map((row, at) => {
        const name = `directors[${at}].name`
        const position = `directors[${at}].position`
        const number = at + 1
        return (
          <fieldset key={row.key} className="director">
            <legend id={`director-${number}`} tabIndex={-1}>
              Director {number}
            </legend>
            <div className="fields">
              <TextField
                id={idOf(name)}
                name={name}
                label={at === 0 ? 'Full name' : 'Full name (optional)'}
                defaultValue={row.name}
                autoComplete="off"
                maxLength={longest}
                error={at === 0 ? error : undefined}
              />
              <TextField
                id={idOf(position)}
                name={position}
                label="Position (optional)"
                defaultValue={row.position}
                autoComplete="off"
                maxLength={longest}
              />
            </div>
            {at > 0 && (
              <Button
                type="submit"
                look="ghost"
                name="step"
                value={`remove:${at}`}
                onClick={(event) =>
                  change(
                    event,
                    rows.filter(({ key }) => key !== row.key),
                    `director-${at}`,
                    `Director ${number} removed`,
                  )
                }
              >
                Remove Director<span className="visually-hidden"> {number}</span>
              </Button>
            )}
          </fieldset>
        )
      })}
      {rows.length < most && (
        <div>
          <Button
            type="submit"
            name="step"
            value="add"
            onClick={(event) =>
              change(
                event,
                [...rows, { name: '', position: '', key: Math.max(...rows.map((r) => r.key)) + 1 }],
                `directors-${rows.length}-name`,
                `Director ${rows.length + 1} added`,
              )
            }
          >
            Add Director
          </Button>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}
