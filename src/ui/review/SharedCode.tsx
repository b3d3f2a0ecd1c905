import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '#src/ui/calls/call.ts'
import { FieldNotes } from '#src/ui/fields/Field.tsx'
import { Field } from '#src/ui/forms/Field.tsx'
import type { Refusal, ServerForm } from '#src/ui/forms/server-form.ts'
import type { Values } from '#src/ui/forms/values.ts'
import type { Desk } from './review.ts'

/** Milliseconds without typing before the server is asked about a code */
const pause = 250

/** Returns the warnings about who else has a code, by code; `null` if nobody has it. */
export function useSharedCode(desk: Desk) {
  const [warnings, setWarnings] = useState<ReadonlyMap<string, string | null>>(new Map())
  const [lacksTick, setLacksTick] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const path = `/api/applications/${desk.review.record.id}/customer-code`
  const learn = (code: string, warning: string | null) =>
    setWarnings((before) => new Map(before).set(code, warning))
  return {
    warnings,
    lacksTick,
    box,
    async ask(code: string) {
      // If no answer arrives, the decision itself asks.
      const answer = await call<{ warning: string | null }>(
        'GET',
        `${path}?code=${encodeURIComponent(code)}`,
      ).catch(() => null)
      if (answer) learn(code, answer.warning)
    },
    /** Handles the question about a shared code, which is not a failure. */
    refused({ errors }: Refusal, { customerCode }: Values) {
      const code = String(customerCode ?? '').trim()
      if (errors.sharedCode === undefined) return false
      flushSync(() => {
        learn(code, errors.sharedCode ?? null)
        setLacksTick(code)
      })
      box.current?.focus()
      return true
    },
  }
}

type CodeFieldProps = {
  desk: Desk
  form: ServerForm<'customerCode' | 'sharedCode'>
  /** The code in the field. */
  code: string
  shared: ReturnType<typeof useSharedCode>
}

/** Asks who has the code while it is typed. A code that another company has needs the tick. */
export function CodeField({ desk, form, code: typed, shared }: CodeFieldProps) {
  const { fields } = form
  const code = typed.trim()
  const [tickedFor, setTickedFor] = useState('')
  const served = form.isServed ? fields.sharedCode.errors?.[0] : undefined
  const isKnown = shared.warnings.has(code)
  const warning = shared.warnings.get(code) ?? (isKnown ? null : served)
  const { ask } = shared
  const isOpen = desk.dialog !== ''
  const latestAsk = useRef(ask)
  useEffect(() => {
    latestAsk.current = ask
  })
  useEffect(() => {
    if (!isOpen || code === '' || isKnown) return
    const timer = setTimeout(() => latestAsk.current(code), pause)
    return () => clearTimeout(timer)
  }, [isOpen, code, isKnown])
  const { id, name } = fields.sharedCode
  const error =
    warning && shared.lacksTick === code && tickedFor !== code
      ? 'Tick this if both are meant to have it'
      : undefined
  const describedBy = [error && `${id}-error`, `${id}-warning`].filter(Boolean).join(' ')
  return (
    <>
      <Field
        of={fields.customerCode}
        label="Customer code"
        hint="The customer sees it in the portal and in the email"
        placeholder="e.g. CUST-0001"
        width="code"
        maxLength={50}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div role="alert">
        {warning && (
          <div className="notice notice-warn">
            <p id={`${id}-warning`}>{warning}</p>
            <FieldNotes id={id} error={error} />
            <label className="choice">
              <input
                ref={shared.box}
                type="checkbox"
                id={id}
                name={name}
                value={code}
                checked={tickedFor === code}
                onChange={({ currentTarget }) => setTickedFor(currentTarget.checked ? code : '')}
                aria-describedby={describedBy}
                aria-invalid={error ? true : undefined}
              />
              <span>Give both companies this code</span>
            </label>
          </div>
        )}
      </div>
    </>
  )
}
