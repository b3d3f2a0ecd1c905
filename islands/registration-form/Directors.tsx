import { useField, useFormMetadata } from '@conform-to/react'
import { useEffect, useRef, useState } from 'react'
import { lengths } from '#src/forms/fields/field.ts'
import { lettersWarning } from '#src/forms/fields/printed-letters.ts'
import { type DirectorRow, idOf } from '#src/forms/registration/sections.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import { Doubt, WithDoubt } from './WithDoubt.tsx'

/** Lists the directors. Add and Remove are conform's intents, which the server understands too. */
export function Directors({ formId, error }: { formId: string; error: string | undefined }) {
  const form = useFormMetadata(formId)
  const [{ getFieldList }] = useField<DirectorRow[]>('directors', { formId })
  const rows = getFieldList()

  const [announcement, setAnnouncement] = useState('')
  // The place that gets the focus once the rows are rendered.
  const goesTo = useRef<Place>(null)
  const places = useRef<Partial<Record<Place, HTMLElement | null>>>({})
  const count = rows.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the rows are rendered
  useEffect(() => {
    if (goesTo.current) places.current[goesTo.current]?.focus()
    goesTo.current = null
  }, [count])

  const moveTo = (place: Place, words: string) => () => {
    setAnnouncement(words)
    goesTo.current = place
  }
  const placed = (place: Place) => (element: HTMLElement | null) => {
    places.current[place] = element
  }

  return (
    <div className="directors">
      <p className="hint">
        Sole trader or partnership? Name the owner or the partners. A row without a name is left
        out.
      </p>
      {rows.map((row, index) => {
        const first = index === 0
        const answers = row.getFieldset()
        const text = (part: keyof DirectorRow, label: string, token: string) => {
          const { name } = answers[part]
          const { initialValue = '' } = answers[part]
          return (
            <WithDoubt
              value={initialValue}
              notesOf={(judged) => <Doubt>{lettersWarning(judged)}</Doubt>}
              announce={(judged) => {
                const warning = lettersWarning(judged)
                if (warning) setAnnouncement(warning)
              }}
            >
              {(judging) => (
                <TextField
                  ref={part === 'name' ? placed(`name ${index}`) : undefined}
                  id={idOf(name)}
                  name={name}
                  label={label}
                  defaultValue={initialValue || undefined}
                  autoComplete={first ? `section-director1 ${token}` : 'off'}
                  maxLength={lengths.line}
                  error={first && part === 'name' ? error : undefined}
                  {...judging}
                />
              )}
            </WithDoubt>
          )
        }
        return (
          <fieldset key={row.key ?? index} className="director">
            <legend ref={placed(`row ${index}`)} id={`director-${index + 1}`} tabIndex={-1}>
              Director {index + 1}
            </legend>
            <div className="fields">
              {text('name', first ? 'Full name' : 'Full name (optional)', 'name')}
              {text('position', 'Position (optional)', 'organization-title')}
            </div>
            {!first && (
              <Button
                type="submit"
                variant="ghost"
                ignoresSecondClick
                {...form.remove.getButtonProps({ name: 'directors', index })}
                onClick={moveTo(`row ${index - 1}`, `Director ${index + 1} removed`)}
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
            type="submit"
            {...form.insert.getButtonProps({ name: 'directors' })}
            onClick={moveTo(`name ${rows.length}`, `Director ${rows.length + 1} added`)}
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

type Place = `name ${number}` | `row ${number}`
