import {
  type DefaultValue,
  type FieldMetadata,
  type FormMetadata,
  parse,
  type Submission,
  type SubmissionResult,
  useForm,
} from '@conform-to/react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  CallError,
  call,
  failureToast,
  isOutage,
  replyOf,
  statusOf,
  upload,
} from '#src/ui/calls/call.ts'
import { goTo } from '#src/ui/calls/go-to.ts'
import { askPassword, signInPage } from '#src/ui/calls/session.ts'
import { checkedByServer } from '#src/ui/fields/control.ts'
import { tell, withdraw } from '#src/ui/toasts/store.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'
import type { FormState, Reply } from './form-state.ts'
import { type Send, toPage } from './send.ts'
import { hasTyping, isPassword } from './unsaved.ts'
import { asText, browserErrors, type Values, valuesIn } from './values.ts'

/** The answer of a page's action. */
export type PageAnswer = { next: string; toast: Toast | null }

export type Refusal = {
  /** 0 if no answer arrived. */
  status: number
  message: string | undefined
  errors: Record<string, string>
  /** The application that already has the typed address. */
  holder: string | undefined
  /** The header `Refusal`, which not every answer has. */
  code: string | null
  /** The whole answer, with parts such as the log of a test email. */
  answer: unknown
}

export type ServerFormOptions<Name extends string, Answer> = {
  /** Unique on the page. */
  id: string
  of: FormState<Name>
  /** The address that the form posts to without scripts; by default this page. */
  page?: string
  /** The name of the page's action. */
  action?: string
  /** How the form is sent with scripts; by default to the page's action. */
  send?: Send
  /** Makes the body of a call; by default it has the values as they are. */
  body?: (values: Values, data: FormData) => unknown
  /** Finds errors that concern several fields, such as two passwords that differ. */
  check?: (values: Values) => Record<string, string>
  /**
   * Whether only the server checks the fields. The browser then reports only what it alone can see, such as an
   * incomplete date.
   */
  isCheckedByServer?: boolean
  /** Whether the toast also reports the first error that the browser finds itself. */
  tellsFaults?: boolean
  /** Moves errors to the fields that show them, such as the error of a copied answer to its source. */
  errorsAt?: (errors: Record<string, string>, data: FormData) => Record<string, string>
  /** The toast of a failure, with the server's message or a fallback. The status is 0 if no answer arrived. */
  failed: Toast | ((message: string | undefined, status: number) => Toast)
  /** The toast if no answer arrived, or a 5xx without a message. */
  unreachable?: Toast
  /** The toast of a success. The action of a page has its own. */
  success?: Toast | ((answer: Answer, values: Values) => Toast | null)
  /** Runs after a success, to close, read again, or leave by `goTo`. It must not throw. */
  done?: (answer: Answer, values: Values) => unknown
  /** Tells whether an answer only shows something, such as a preview. The form then stays as it is, with its files. */
  asks?: (answer: Answer) => boolean
  /** Runs after a refusal; `true` replaces the usual handling. */
  refused?: (refusal: Refusal, values: Values) => unknown
  /**
   * Runs after a 412. Reads the stored data, and returns how to send the same values again if nobody has changed these
   * fields, or else `null`. It must not throw.
   */
  resend?: (refusal: Refusal, values: Values) => Promise<Send | null>
  /** Reads the stored data again, after the server says that it has changed. It must not throw. */
  reread?: (refusal: Refusal) => Promise<unknown>
  /** Tells whether there is anything to send. If not, it may do something else instead. */
  isWorthSending?: (data: FormData) => boolean
  /** Whether the fields keep the sent values after a success, as in settings, or return to their first values. */
  keeps?: boolean
}

export type ServerForm<Name extends string = string> = {
  id: string
  page: string | undefined
  action: string | undefined
  form: FormMetadata<Record<string, unknown>, string[]>
  fields: { [N in Name]: FieldMetadata }
  element: RefObject<HTMLFormElement | null>
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** While the form is sent: the button that sends it, and for files how much has arrived, 0 to 1. */
  pending: { button: string; progress: number | null } | null
  /** Stores which button is pressed, and its label. */
  press: (button: string, label: string) => void
  /** The label of the button whose press met an ended session. */
  endedAt: string | null
  /** Whether the reply came with the page, as it always does without scripts. */
  isServed: boolean
  /** Counts the refusals, so that each moves the focus. */
  refusals: number
  /** The name of the first field. */
  first: string
  confirmsWith: string | null
  valueOf: (name: string) => unknown
  /** Removes the errors of a refusal, and keeps what was typed. */
  forget: () => void
  /** Removes the errors and what was typed. */
  reset: () => void
}

type Local = {
  pending: ServerForm['pending']
  reply: Reply | null
  endedAt: string | null
  refusals: number
  /** The values that were sent last, or `null` for the server's. */
  kept: FormState['values'] | null
  /** Whether a success has ended the reply to a post without scripts. */
  isFresh: boolean
}

/**
 * Sends the form of an island to the server, and is the only way to do so. Shows success and failure, ignores a second
 * press, assigns errors to their fields, asks for a fresh password if needed, and keeps what is typed.
 */
export function useServerForm<Name extends string, Answer = PageAnswer>(
  options: ServerFormOptions<Name, Answer>,
): ServerForm<Name> {
  const { id, of, page, action } = options
  const element = useRef<HTMLFormElement>(null)
  // The page's first reply is kept, because data that is read again has none.
  const [servedReply] = useState(of.reply)
  const latest = useRef(options)
  const metadata = useRef<Record<string, unknown>>(null)
  const isSending = useRef(false)
  const pressed = useRef({ button: action ?? '', label: '' })
  const [local, setLocal] = useState<Local>({
    pending: null,
    reply: null,
    endedAt: null,
    refusals: 0,
    kept: null,
    isFresh: false,
  })
  const change = (part: Partial<Local>) => setLocal((before) => ({ ...before, ...part }))
  const values = local.kept ?? of.values
  const reply = local.reply ?? (local.isFresh ? null : servedReply)
  const [form, fields] = useForm<Record<string, unknown>>({
    id,
    constraint: of.constraint,
    // Each row of a list gets its key from this value. On a reset, conform removes the choice of a select without a
    // value.
    defaultValue: {
      ...blanks(of.kinds),
      ...values,
      ...(local.isFresh ? {} : servedReply?.initialValue),
    } as DefaultValue<Record<string, unknown>>,
    lastResult: reply as SubmissionResult | null,
    shouldRevalidate: 'onInput',
    onValidate({ form, formData }): Submission<Record<string, unknown>, string[]> {
      if (!formData.has('__intent__')) return checkedByBrowser(form, formData)
      return checkedByServer(formData, Object.keys(metadata.current ?? {}))
    },
    onSubmit(event, { formData }) {
      event.preventDefault()
      if (isSending.current || options.isWorthSending?.(formData) === false) return
      void send(formData)
    },
  })
  useEffect(() => {
    latest.current = options
    metadata.current = form.allErrors
  })
  // conform learns of typing by events, but there were none for typing before the scripts ran. This update changes
  // nothing, and makes conform read all the fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const [name] = Object.keys(of.kinds)
    if (name && element.current && hasTyping(element.current)) form.update({ name })
  }, [])
  // Data that was read again replaces what was sent.
  const stored = JSON.stringify(of.values)
  useEffect(() => {
    if (stored) setLocal((before) => (before.kept ? { ...before, kept: null } : before))
  }, [stored])
  // Back can restore the page with a password in it and a button that still waits.
  useEffect(() => {
    const renew = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      isSending.current = false
      change({ pending: null })
      for (const control of element.current?.elements ?? [])
        if (control instanceof HTMLInputElement && isPassword(control)) control.value = ''
    }
    addEventListener('pageshow', renew)
    return () => removeEventListener('pageshow', renew)
  })

  function checkedByBrowser(form: HTMLFormElement, formData: FormData) {
    const errors = {
      ...options.check?.(valuesIn(form, formData, of.kinds)),
      ...browserErrors(form, of, options.isCheckedByServer),
    }
    const hasErrors = Object.keys(errors).length > 0
    if (hasErrors) {
      withdraw()
      if (options.tellsFaults) tellFaults(errors)
      setLocal((before) => ({ ...before, refusals: before.refusals + 1 }))
    }
    return parse<Record<string, unknown>, string[]>(formData, {
      resolve: () => ({ error: hasErrors ? listed(errors) : null }),
    })
  }

  function tellFaults(errors: Record<string, string>) {
    const { failed } = options
    const toast = typeof failed === 'function' ? failed(Object.values(errors)[0], 400) : failed
    tell(toast, { atFields: true })
  }

  async function send(data: FormData) {
    if (!element.current) return
    isSending.current = true
    const sent = valuesIn(element.current, data, of.kinds)
    const { button } = pressed.current
    withdraw()
    change({ pending: { button, progress: null }, endedAt: null })
    let answer: Answer
    try {
      answer = await write(data, sent)
    } catch (error) {
      await fail(error, sent, data)
      isSending.current = false
      return change({ pending: null })
    }
    await succeed(answer, sent)
    isSending.current = false
    change({ pending: null })
  }

  /** Asks for a fresh password if the server wants one, and then sends the form again. */
  async function write(data: FormData, sent: Values, password?: string): Promise<Answer> {
    try {
      return await writeOnce(data, sent, password)
    } catch (error) {
      if (statusOf(error) === 412) {
        const again = await options.resend?.(refusalOf(error), sent)
        if (again) return writeOnce(data, sent, password, again)
      }
      const fault = errorsOf(error).currentPassword
      const isField = element.current?.elements.namedItem('currentPassword')
      if (fault === undefined || isField) throw error
      const entered = await askPassword(password ? fault : '')
      if (entered === null) throw new Cancelled()
      return write(data, sent, entered)
    }
  }

  function writeOnce(
    data: FormData,
    sent: Values,
    password?: string,
    send = options.send ?? toPage(action, page),
  ): Promise<Answer> {
    const { body } = options
    const own = password === undefined ? {} : { currentPassword: password }
    const headers = { Accept: 'application/json' }
    if (send.to === 'call') {
      const values = (body ? body(sent, data) : sent) as object
      const content = password === undefined ? values : { ...values, ...own }
      const all = { ...headers, ...send.headers }
      return call<Answer>(send.method, send.path, content, all, send.init)
    }
    const fields = new FormData()
    for (const [name, value] of data) if (!name.startsWith('__')) fields.append(name, value)
    if (send.action && !fields.has('action'))
      fields.set('action', pressed.current.button || send.action)
    for (const [name, value] of Object.entries(own)) fields.set(name, value)
    const path = send.path || `${location.pathname}${location.search}`
    if (element.current?.enctype === 'multipart/form-data')
      return upload<Answer>(path, fields, headers, (progress) =>
        change({ pending: { button: pressed.current.button, progress } }),
      )
    const texts = [...fields].map(([name, value]) => [name, String(value)])
    return call<Answer>('POST', path, new URLSearchParams(texts), headers)
  }

  async function succeed(answer: Answer, sent: Values) {
    const { success, done, keeps, asks } = latest.current
    if (asks?.(answer)) {
      flushSync(() => change({ reply: { error: {} } }))
      return done?.(answer, sent)
    }
    const { next, toast: told = null } = answer as Partial<PageAnswer>
    const toast = (typeof success === 'function' ? success(answer, sent) : success) ?? told
    const isElsewhere = typeof next === 'string' && pathOf(next) !== location.pathname
    if (toast && !isElsewhere) tell(toast)
    flushSync(() =>
      change({
        reply: null,
        isFresh: true,
        kept: keeps ? withoutSecrets(element.current, sent, of.values) : null,
      }),
    )
    resetNow()
    if (isElsewhere && !done) return goTo(next, toast)
    await done?.(answer, sent)
  }

  function resetNow() {
    const { current } = element
    flushSync(() => current?.reset())
    // conform has set the first values of the fields, which would then ignore data that is read later.
    current?.addEventListener('reset', (event) => event.stopPropagation(), { once: true })
    current?.reset()
  }

  async function fail(error: unknown, sent: Values, data: FormData) {
    if (error instanceof Cancelled) return
    const { failed, unreachable, refused, reread } = options
    const refusal = refusalOf(error)
    const { status, message } = refusal
    const errors = options.errorsAt?.(refusal.errors, data) ?? refusal.errors
    if (refused?.(refusal, sent) === true) return
    const hasErrors = Object.keys(errors).length > 0
    const isTyped = element.current !== null && hasTyping(element.current)
    const toastOf = (text?: string) =>
      typeof failed === 'function' ? failed(text, status) : failed
    const isEnded = status === 401 && signInPage() !== null
    tell(unreachable && isOutage(error) ? unreachable : failureToast(error, toastOf, !isTyped), {
      atFields: hasErrors,
    })
    // If a sign-in is refused without a message, the form repeats the toast.
    const words = message ?? (status === 401 ? toastOf().text : undefined)
    const before = of.values
    if ((status === 409 || status === 412) && reread) await reread(refusal)
    const changed = status === 412 ? changedElsewhere(before, latest.current.of.values, sent) : {}
    const atForm = hasErrors || isEnded || !words ? {} : { '': words }
    flushSync(() =>
      setLocal((now) => ({
        ...now,
        endedAt: isEnded ? pressed.current.label || 'the same button' : null,
        reply: { status: 'error', error: listed({ ...atForm, ...changed, ...errors }) },
        refusals: now.refusals + 1,
      })),
    )
  }

  return {
    id,
    page,
    action,
    form: form as ServerForm['form'],
    fields: fields as ServerForm<Name>['fields'],
    element,
    onSubmit: form.onSubmit,
    pending: local.pending,
    press(button, label) {
      pressed.current = { button, label }
    },
    endedAt: local.endedAt,
    isServed: reply !== null && reply === servedReply,
    refusals: local.refusals,
    first: Object.keys(of.kinds)[0] ?? '',
    confirmsWith: of.confirmsWith ?? null,
    valueOf(name) {
      const posted = local.isFresh ? undefined : servedReply?.initialValue
      // The values leave out blank fields and empty boxes.
      return posted ? (posted[name] ?? '') : values[name]
    },
    forget: () => change({ reply: { error: {} }, isFresh: true, endedAt: null }),
    reset() {
      flushSync(() => change({ reply: null, isFresh: true, endedAt: null }))
      resetNow()
    },
  }
}

class Cancelled extends Error {}

const blanks = (kinds: FormState['kinds']) =>
  Object.fromEntries(
    Object.entries(kinds)
      .filter(([, kind]) => !['list', 'rows', 'file'].includes(kind))
      .map(([name]) => [name, '']),
  )

const pathOf = (next: string) => new URL(next, location.href).pathname

const listed = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, [text]]))

function refusalOf(error: unknown): Refusal {
  const { message, holder } = replyOf(error)
  const code = error instanceof CallError ? error.code : null
  const errors = errorsOf(error)
  return { status: statusOf(error), message, errors, holder, code, answer: replyOf(error) }
}

/** Returns the errors in the answer of a call or of a page's action. */
function errorsOf(error: unknown): Record<string, string> {
  const { errors, reply } = replyOf(error)
  if (errors && Object.keys(errors).length > 0) return errors
  const ofFields = Object.entries(reply?.error ?? {}).filter(([name]) => name !== '')
  return Object.fromEntries(ofFields.map(([name, texts]) => [name, texts?.[0] ?? '']))
}

/** Returns messages for fields in which somebody else has saved another value. */
function changedElsewhere(
  before: FormState['values'],
  now: FormState['values'],
  sent: Values,
): Record<string, string> {
  const names = Object.keys(now).filter((name) => {
    const [was, is, typed] = [before[name], now[name], sent[name]].map(asText)
    return is !== was && sent[name] !== undefined && typed !== is && typed !== was
  })
  return Object.fromEntries(
    names.map((name) => [
      name,
      asText(now[name]) === ''
        ? 'Somebody else has emptied this since'
        : `Somebody else has saved “${asText(now[name])}” here since`,
    ]),
  )
}

function withoutSecrets(
  form: HTMLFormElement | null,
  sent: Values,
  before: FormState['values'],
): FormState['values'] {
  const values: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(sent)) {
    const control = form?.elements.namedItem(name)
    const isSecret = control instanceof HTMLInputElement && isPassword(control)
    values[name] = isSecret ? '' : typeof value === 'object' ? value : String(value)
  }
  return values as FormState['values']
}
