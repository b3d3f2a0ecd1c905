import type { FieldMetadata } from '@conform-to/react'
import {
  createContext,
  type FocusEvent,
  type ReactNode,
  use,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { withName } from '#src/forms/text.ts'
import { signInPage } from '#src/ui/calls/session.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { SignInAgain } from '#src/ui/sign-in/SignInAgain.tsx'
import { OwnPasswordField } from './OwnPasswordField.tsx'
import type { ServerForm } from './server-form.ts'
import { isUntouched } from './unsaved.ts'

// biome-ignore lint/suspicious/noExplicitAny: a form of any fields
type AnyForm = ServerForm<any>

export type FormHere = AnyForm & {
  /** Whether the form shows its passwords, which one switch controls. */
  showsPasswords: boolean
  switchPasswords: () => void
  /** Whether a refusal named no field, as at a sign-in. Then all fields are marked. */
  isWhollyWrong: boolean
}

const FormContext = createContext<FormHere | null>(null)

export function useFormHere(): FormHere {
  const form = use(FormContext)
  if (!form) throw new Error('A field of a form stands inside <Form>')
  return form
}

/** Returns the surrounding form, or `of` for a button outside of its form. */
export function useFormAround(of: AnyForm | undefined): AnyForm {
  const form = use(FormContext)
  if (!of && !form) throw new Error('A button stands inside <Form>, or is given its form')
  return (of ?? form) as AnyForm
}

/** Tells whether this render hydrates HTML of the server. */
const useHydrating = () =>
  useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  )

type FormProps = {
  of: AnyForm
  /** Whether the form is in a dialog. There the first wrong field takes the focus, elsewhere the error summary. */
  inDialog?: boolean
  /** Where the refusal of the whole form is shown: in a separate line, or in the summary, as at a sign-in. */
  refusal?: 'line' | 'summary'
  /** Hidden fields, such as the version that was read. */
  hidden?: Record<string, string | number | null | undefined>
  /** Labels by field name, if several fields have the same message. */
  labels?: Record<string, string> | undefined
  /** Returns the id of a control, if it is not the default one. */
  idOf?: (name: string) => string
  onBlur?: (event: FocusEvent<HTMLFormElement>) => void
  hasFiles?: boolean
  autoComplete?: 'off'
  className?: string
  children: ReactNode
}

/** Renders a plain form on the server and without scripts. In the browser `useServerForm` sends it. */
export function Form({
  of,
  inDialog = false,
  refusal = 'line',
  hidden = {},
  labels,
  idOf = (name) => `${of.id}-${name}`,
  onBlur,
  hasFiles = false,
  autoComplete,
  className = 'fields',
  children,
}: FormProps) {
  const { id, page, form, fields, element, onSubmit, refusals, endedAt } = of
  const [showsPasswords, setShowsPasswords] = useState(false)
  const summary = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const [cameWithPage] = useState(useHydrating())
  useEffect(() => {
    const { current } = element
    // React has set the values of fields that it created in the browser, and those no longer follow the stored values.
    if (current && !cameWithPage && isUntouched(current)) current.reset()
  }, [element, cameWithPage])
  const shown = useRef(0)
  const atForm = form.allErrors['']?.[0]
  const hasLine = (refusal === 'line' && atForm !== undefined) || endedAt !== null
  const errors = JSON.stringify(form.allErrors)
  useEffect(() => {
    if (refusals === shown.current) return
    // conform has the errors only one render after the refusal.
    if (errors !== '{}') shown.current = refusals
    const wrong = [...(element.current?.elements ?? [])].find(({ ariaInvalid }) => ariaInvalid)
    if (!inDialog && summary.current) summary.current.focus()
    else if (wrong) (wrong as HTMLElement).focus()
    // The form may be longer than the screen, with its button at the foot.
    else line.current?.scrollIntoView({ block: 'nearest' })
  }, [refusals, errors, inDialog, element])
  const here = {
    ...of,
    showsPasswords,
    switchPasswords: () => setShowsPasswords((before) => !before),
    isWhollyWrong: refusal === 'summary' && atForm !== undefined,
  }
  const password = fields.currentPassword as FieldMetadata | undefined
  const asksPassword = password?.errors && !password.required
  return (
    <FormContext value={here}>
      {(!inDialog || of.isServed) && (
        <ErrorSummary
          faults={faultsIn(of, refusal, idOf, labels)}
          id={`${id}-errors`}
          box={summary}
        />
      )}
      <PostForm
        ref={element}
        id={id}
        action={page}
        encType={hasFiles ? 'multipart/form-data' : undefined}
        autoComplete={autoComplete}
        noValidate
        className={className}
        onBlur={onBlur}
        onSubmit={onSubmit}
      >
        {Object.entries(hidden)
          .filter(([, value]) => value !== null && value !== undefined)
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={String(value)} />
          ))}
        {/* Screen readers announce only a region that already exists. It takes no space while it is empty. */}
        <div role="alert" ref={line} className={hasLine ? undefined : 'visually-hidden'}>
          {refusal === 'line' && atForm && <p className="notice notice-bad">{atForm}</p>}
          {endedAt && (
            <div className="notice notice-bad">
              <SignInAgain href={signInPage() ?? '/'} button={endedAt} />
            </div>
          )}
        </div>
        {password && asksPassword && (
          <OwnPasswordField field={password} provider={of.confirmsWith} />
        )}
        {children}
      </PostForm>
    </FormContext>
  )
}

/**
 * Returns the errors by the ids of the controls. An error of the whole form leads to its first field, and the error of a
 * file or row is in the message of its list. If several errors have the same words, as when a password and its
 * repetition are too short, only the first is listed.
 */
function faultsIn(
  { first, form }: AnyForm,
  refusal: 'line' | 'summary',
  idOf: (name: string) => string,
  labels: Record<string, string> | undefined,
): Record<string, string> {
  const faults = Object.entries(form.allErrors)
    .filter(([name]) => (name !== '' || refusal === 'summary') && !name.includes('['))
    .map(([name, texts]) => {
      const text = texts?.[0] ?? ''
      const label = labels?.[name]
      return [idOf(name || first), label ? withName(label, text) : text]
    })
  const words = faults.map(([, text]) => text)
  return Object.fromEntries(faults.filter(([, text], at) => words.indexOf(text) === at))
}
