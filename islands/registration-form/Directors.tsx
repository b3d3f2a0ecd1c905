import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { useRef } from 'react'
import { type DirectorRow, idOf, type RegistrationShape } from '#src/forms/form-values.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/Field.tsx'

const most = 50
const longest = 200

/**
 * The list of directors: the first stays, later ones can be removed (spec 2). Add and Remove are submit buttons that
 * the server understands too; here they also move the focus, which would fall to the page otherwise.
 */
export function Directors({
  form,
  list,
}: {
  form: FormMetadata<RegistrationShape>
  list: FieldMetadata<DirectorRow[], RegistrationShape>
}) {
  const said = useRef<HTMLParagraphElement>(null)
  const rows = list.getFieldList()
  const error = list.errors?.[0]

  function focusSoon(id: string, words: string) {
    // Conform changes the list in the click itself; the new row is there a frame later.
    requestAnimationFrame(() => document.getElementById(id)?.focus())
    if (said.current) said.current.textContent = words
  }

  return (
    <div className="directors">
      {rows.map((row, at) => {
        const { name, position } = row.getFieldset()
        const number = at + 1
        return (
          <fieldset key={row.key} className="director">
            <legend id={`director-${number}`} tabIndex={-1}>
              Director {number}
            </legend>
            <div className="fields">
              <TextField
                id={idOf(name.name)}
                name={name.name}
                label={at === 0 ? 'Full name' : 'Full name (optional)'}
                defaultValue={name.initialValue ?? ''}
                autoComplete={at === 0 ? 'section-director1 name' : 'off'}
                maxLength={longest}
                error={at === 0 ? error : undefined}
              />
              <TextField
                id={idOf(position.name)}
                name={position.name}
                label="Position (optional)"
                defaultValue={position.initialValue ?? ''}
                autoComplete={at === 0 ? 'section-director1 organization-title' : 'off'}
                maxLength={longest}
              />
            </div>
            {at > 0 && (
              <Button
                {...form.remove.getButtonProps({ name: list.name, index: at })}
                type="submit"
                look="ghost"
                onClick={() => focusSoon(`director-${at}`, `Director ${number} removed`)}
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
            {...form.insert.getButtonProps({
              name: list.name,
              defaultValue: { name: '', position: '' },
            })}
            type="submit"
            onClick={() =>
              focusSoon(`directors-${rows.length}-name`, `Director ${rows.length + 1} added`)
            }
          >
            Add Director
          </Button>
        </div>
      )}
      <p className="visually-hidden" role="status" ref={said} />
    </div>
  )
}
