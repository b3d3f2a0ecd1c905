import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { useRef } from 'react'
import { type DirectorRow, idOf } from '#src/forms/form-values.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/Field.tsx'
import type { Errors } from './use-checks.ts'

const most = 50
const longest = 200

/**
 * The list of directors: the first stays, later ones can be removed (spec 2). Add and Remove are submit buttons that
 * the server understands too; here they also move the focus, which would fall to the page otherwise.
 */
export function Directors<S extends Record<string, unknown>>({
  form,
  list,
  errors,
  onRows,
}: {
  form: FormMetadata<S>
  list: FieldMetadata<DirectorRow[], S>
  errors: Errors
  /** After a row came or went. */
  onRows: () => void
}) {
  const said = useRef<HTMLParagraphElement>(null)
  const rows = list.getFieldList()

  function afterwards(focus: string, words: string) {
    // Conform changes the list in the click itself; the new row is there a frame later.
    requestAnimationFrame(() => {
      document.getElementById(focus)?.focus()
      onRows()
    })
    if (said.current) said.current.textContent = words
  }

  return (
    <div className="directors">
      {rows.map((row, at) => {
        const { name, position } = row.getFieldset()
        const first = at === 0
        const text = (field: typeof name, label: string, token: string) => ({
          id: idOf(field.name),
          name: field.name,
          label,
          defaultValue: field.initialValue ?? '',
          autoComplete: first ? `section-director1 ${token}` : 'off',
          maxLength: longest,
          error: errors[field.name] ?? (first && field === name ? errors[list.name] : undefined),
        })
        return (
          <fieldset key={row.key} className="director">
            <legend id={`director-${at + 1}`} tabIndex={-1}>
              Director {at + 1}
            </legend>
            <div className="fields">
              <TextField {...text(name, first ? 'Full name' : 'Full name (optional)', 'name')} />
              <TextField {...text(position, 'Position (optional)', 'organization-title')} />
            </div>
            {!first && (
              <Button
                {...form.remove.getButtonProps({ name: list.name, index: at })}
                type="submit"
                look="ghost"
                onClick={() => afterwards(`director-${at}`, `Director ${at + 1} removed`)}
              >
                Remove Director<span className="visually-hidden"> {at + 1}</span>
              </Button>
            )}
          </fieldset>
        )
      })}
      {rows.length < most && (
        <div>
          <Button
            {...form.insert.getButtonProps({ name: list.name, defaultValue: blank })}
            type="submit"
            onClick={() =>
              afterwards(`directors-${rows.length}-name`, `Director ${rows.length + 1} added`)
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

const blank: DirectorRow = { name: '', position: '' }
