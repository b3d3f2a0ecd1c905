import { CallError, call, failureToast, replyOf } from '#src/ui/calls/call.ts'
import { wakeShowPassword } from '#src/ui/fields/show-password.ts'
import {
  keepToastForNextPage,
  showKeptToast,
  showToast,
  withdrawFailure,
  withoutWord,
} from '#src/ui/toasts/toast.ts'

const address = showKeptToast()
history.replaceState(history.state, '', withoutWord(location.href))
const email = document.querySelector<HTMLInputElement>('[name=email]')
if (address && email) email.value ||= address
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-call]'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(form)
  })
wakeShowPassword()
// Back restores the page with a password in it and a button that still waits.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-call]')) renew(form)
})

type CallData = { call: string; next?: string; done: string; failed: string; unreachable?: string }

async function send(form: HTMLFormElement) {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  if (!button || button.ariaDisabled) return
  withdrawFailure()
  if (showErrors(form, check(form))) return
  const { call: path, next, done, failed, unreachable } = form.dataset as CallData
  const values = Object.fromEntries(new FormData(form))
  for (const { name, dataset } of fieldsOf(form)) if (dataset.same) delete values[name]
  button.ariaDisabled = 'true'
  button.dataset.label = button.textContent ?? ''
  button.textContent = button.dataset.waiting ?? button.textContent
  try {
    const answer = await call<{ next?: string | null }>('POST', path, values)
    // the second step of a sign-in is at the same address
    if (answer.next) return location.reload()
    if (next) {
      const { value } = form.querySelector<HTMLInputElement>('[autocomplete=username]') ?? {}
      location.assign(next)
      if (!next.startsWith('/api/')) return keepToastForNextPage(JSON.parse(done), value)
      // a file may be saved instead of shown, and the page stays
      showToast(JSON.parse(done))
      return renew(form)
    }
    showSent(String(values.email))
    showToast(JSON.parse(done))
  } catch (error) {
    const { errors } = replyOf(error)
    const toast = JSON.parse(failed)
    if (showErrors(form, errors ?? {})) return release(button)
    showToast(
      unreachable && isOutage(error)
        ? JSON.parse(unreachable)
        : failureToast(error, (message) => ({ ...toast, text: message ?? toast.text })),
    )
    if (error instanceof CallError && error.status === 401)
      refuse(form, error.reply.message ?? toast.text)
  }
  release(button)
}

/** Which field was wrong is not said. The toast is far from the form, so the form says it too. */
function refuse(form: HTMLFormElement, text: string) {
  const fields = fieldsOf(form)
  for (const input of fields) input.ariaInvalid = 'true'
  summarise(form, [make('li', {}, make('a', { href: `#${fields[0]?.id}` }, text))])
}

/** At a sign-in, no answer must not read as a wrong password. */
const isOutage = (error: unknown) =>
  !(error instanceof CallError) || (error.status >= 500 && !error.reply.message)

function release(button: HTMLButtonElement) {
  button.ariaDisabled = null
  button.textContent = button.dataset.label ?? button.textContent
}

function renew(form: HTMLFormElement) {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  if (button) release(button)
  for (const input of fieldsOf(form)) if (input.autocomplete.includes('password')) input.value = ''
}

function check(form: HTMLFormElement): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const input of fieldsOf(form)) {
    const { says = '', same, differs = '' } = input.dataset
    if (!input.validity.valid) errors[input.name] = says
    else if (same && byId<HTMLInputElement>(same)?.value !== input.value)
      errors[input.name] = differs
  }
  return errors
}

/** `naming` makes the summary's words of the field's label and message. */
export function showErrors(
  form: HTMLFormElement,
  errors: Record<string, string>,
  naming = (_label: string, text: string) => text,
): boolean {
  byId('error-summary')?.remove()
  const items = fieldsOf(form).flatMap((input) => {
    const { id } = input
    const text = errors[input.name]
    byId(`${id}-error`)?.remove()
    input.closest('.field')?.classList.toggle('field-invalid', Boolean(text))
    const hint = byId(`${id}-hint`)?.id ?? ''
    input.setAttribute('aria-describedby', text ? `${hint} ${id}-error`.trim() : hint)
    input.ariaInvalid = text ? 'true' : null
    if (!text) return []
    const prefix = make('span', { className: 'visually-hidden' }, 'Error: ')
    const error = make('p', { className: 'field-error', id: `${id}-error` }, prefix, text)
    ;(input.closest('.choice') ?? input).before(error)
    const twin = byId<HTMLInputElement>(input.dataset.same ?? '')
    if (twin && errors[twin.name] === text) return []
    const label = input.labels?.[0]?.textContent ?? ''
    return [make('li', {}, make('a', { href: `#${id}` }, naming(label, text)))]
  })
  document.title = document.title.replace(/^Error: /, '')
  if (items.length > 0) summarise(form, items)
  return items.length > 0
}

function summarise(form: HTMLFormElement, items: Node[]) {
  document.title = `Error: ${document.title}`
  // no role of alert: it takes the focus, and would be read twice
  const frame = { className: 'error-summary', id: 'error-summary', tabIndex: -1 }
  const heading = make('h2', {}, 'There is a problem')
  const summary = make('div', frame, heading, make('ul', {}, ...items))
  const place = form.dataset.call ? form : byId('main')
  place?.prepend(summary)
  summary.focus()
}

function showSent(email: string) {
  const template = byId<HTMLTemplateElement>('sent')
  const main = byId('main')
  if (!template || !main) return
  main.replaceChildren(template.content.cloneNode(true))
  for (const place of main.querySelectorAll('[data-email]'))
    Object.assign(place, { textContent: email, value: email })
  document.title = template.title
  main.querySelector('h1')?.focus()
}

function fieldsOf(form: HTMLFormElement) {
  return [...form.querySelectorAll<HTMLInputElement>(':is(input, textarea, select)[id]')]
}

function make(name: string, properties: object, ...inside: (Node | string)[]) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...inside)
  return element
}

function byId<T extends HTMLElement>(id: string) {
  return document.getElementById(id) as T | null
}
