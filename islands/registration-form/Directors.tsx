import { type MouseEvent, useState } from 'react'
import { lengths } from '#src/forms/fields/field-types.ts'
import { type DirectorRow, idOf } from '#src/forms/registration/form-values.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'

/**
 * The list of directors; the first stays. Add and Remove are submit buttons that the server understands too. With
 * scripts they move the focus, which would otherwise fall to the page.
 */
export function Directors({
  rows: given,
  errors,
  onChange,
}: {
  /** What the list starts with, one row at least. */
  rows: DirectorRow[]
  errors: Record<string, string>
  /** A row was added or removed, and the page shows it. */
  onChange?: () => void
}) {
  const [rows, setRows] = useState(() => given.map((row, key) => ({ ...row, key })))
  const [announcement, setAnnouncement] = useState('')

  function change(event: MouseEvent, next: typeof rows, focus: string, words: string) {
    event.preventDefault()
    setRows(next)
    setAnnouncement(words)
    requestAnimationFrame(() => {
      document.getElementById(focus)?.focus()
      onChange?.()
    })
  }

  return (
    <div className="directors">
      {rows.map(({ key, ...row }, index) => {
        const first = index === 0
        const text = (part: keyof DirectorRow, label: string, token: string) => {
          const name = `directors[${index}].${part}`
          return {
            id: idOf(name),
            name,
            label,
            defaultValue: row[part],
            autoComplete: first ? `section-director1 ${token}` : 'off',
            maxLength: lengths.line,
            error: errors[name] ?? (first && part === 'name' ? errors.directors : undefined),
          }
        }
        return (
          <fieldset key={key} className="director">
            <legend id={`director-${index + 1}`} tabIndex={-1}>
              Director {index + 1}
            </legend>
            <div className="fields">
              <TextField {...text('name', first ? 'Full name' : 'Full name (optional)', 'name')} />
              <TextField {...text('position', 'Position (optional)', 'organization-title')} />
            </div>
            {!first && (
              <Button
                {...intent('remove', index)}
                variant="ghost"
                onClick={(event) => {
                  const others = rows.filter((other) => other.key !== key)
                  change(event, others, `director-${index}`, `Director ${index + 1} removed`)
                }}
              >
                Remove Director<span className="visually-hidden"> {index + 1}</span>
              </Button>
            )}
          </fieldset>
        )
      })}
      {rows.length < lengths.directors && (
        <div>
          <Button
            {...intent('insert')}
            onClick={(event) => {
              const { length } = rows
              const blank = { name: '', position: '', key: 1 + Math.max(...rows.map(keyOf)) }
              change(
                event,
                [...rows, blank],
                `directors-${length}-name`,
                `Director ${length + 1} added`,
              )
            }}
          >
            Add Director
          </Button>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  )
}

/** The value by which conform, on the server, adds or removes a row. */
const intent = (type: 'insert' | 'remove', index?: number) => ({
  type: 'submit' as const,
  name: '__intent__',
  value: JSON.stringify({ type, payload: { name: 'directors', index } }),
})

const keyOf = ({ key }: { key: number }) => key
