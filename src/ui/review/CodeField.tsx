import type { FieldMetadata } from '@conform-to/react'
import { inputOf } from '#src/ui/fields/control.ts'
import { TextField } from '#src/ui/fields/Field.tsx'

type CodeFieldProps = { code: FieldMetadata; shared: FieldMetadata; application: string }

/** `islands/review.ts` asks who has the code while it is typed; another company's needs the tick. */
export function CodeField({ code, shared, application }: CodeFieldProps) {
  const warning = shared.errors?.[0]
  const ids = { box: shared.id, text: `${shared.id}-warning` }
  return (
    <>
      <TextField
        {...inputOf(code)}
        label="Customer code"
        hint="The customer sees it in the portal and in the email"
        placeholder="e.g. CUST-0001"
        width="code"
        maxLength={50}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-code-check={`/api/applications/${application}/customer-code`}
      />
      <div role="alert">
        <div className="notice notice-warn" data-shared-code="" hidden={!warning}>
          <p id={ids.text}>{warning}</p>
          <label className="choice">
            <input
              type="checkbox"
              id={ids.box}
              name={shared.name}
              value={warning ? String(code.initialValue ?? '') : ''}
              aria-describedby={ids.text}
            />
            <span>Give both companies this code</span>
          </label>
        </div>
      </div>
    </>
  )
}
