import { CallError, call } from '#src/ui/call.ts'
import { keepToastForNextPage, showKeptToast, showToast } from '#src/ui/toast.ts'

showKeptToast()
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-call]'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(form)
  })
for (const button of document.querySelectorAll<HTMLElement>('[data-reveals]')) reveal(button)

/** Checks, calls, and goes on; a second press while it waits does nothing. */
async function send(form: HTMLFormElement) {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  if (!button || button.ariaDisabled) return
  if (showErrors(form, check(form))) return
  const { call: path = '', next, done = '', failed = '' } = form.dataset
  const values = Object.fromEntries(new FormData(form))
  const label = button.textContent
  button.ariaDisabled = 'true'
  button.textContent = button.dataset.waiting ?? label
  try {
    await call('POST', path, values)
    if (next) {
      keepToastForNextPage(JSON.parse(done))
      return location.assign(next)
    }
    showSent(String(values.email))
    showToast(JSON.parse(done))
  } catch (error) {
    const said = error instanceof CallError ? error.said : {}
    const toast = JSON.parse(failed)
    showToast({ ...toast, text: said.message ?? toast.text })
    showErrors(form, said.errors ?? {})
  }
  button.ariaDisabled = null
  button.textContent = label
}

/** The texts that the fields themselves say, for those that are missing, malformed or unlike another. */
function check(form: HTMLFormElement): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const input of fieldsOf(form)) {
    const { says, same, differs } = input.dataset
    if (says && !input.validity.valid) errors[input.name] = says
    else if (same && differs && byId<HTMLInputElement>(same)?.value !== input.value)
      errors[input.name] = differs
  }
  return errors
}

/** Errors stand beside their field and in a summary that takes the focus; tells whether there are any. */
function showErrors(form: HTMLFormElement, errors: Record<string, string>): boolean {
  byId('error-summary')?.remove()
  const items = fieldsOf(form).flatMap((input) => {
    const { id } = input
    const text = errors[input.name]
    byId(`${id}-error`)?.remove()
    input.closest('.field')?.classList.toggle('field-invalid', Boolean(text))
    const hint = byId(`${id}-hint`) ? `${id}-hint` : ''
    input.setAttribute('aria-describedby', text ? `${hint} ${id}-error`.trim() : hint)
    input.ariaInvalid = text ? 'true' : null
    if (!text) return []
    const note = make('p', { className: 'field-error', id: `${id}-error` })
    note.append(make('span', { className: 'visually-hidden', textContent: 'Error: ' }), text)
    input.before(note)
    const item = make('li', {})
    item.append(make('a', { textContent: text, href: `#${id}` }))
    return [item]
  })
  if (items.length === 0) return false
  const summary = make('div', {
    className: 'error-summary',
    id: 'error-summary',
    role: 'alert',
    tabIndex: -1,
  })
  const list = make('ul', {})
  list.append(...items)
  summary.append(make('h2', { textContent: 'There is a problem' }), list)
  byId('main')?.prepend(summary)
  summary.focus()
  return true
}

/** The page's other state (spec 4, Forgot-password screen), with the address as text. */
function showSent(email: string) {
  const template = byId<HTMLTemplateElement>('sent')
  const main = byId('main')
  if (!template || !main) return
  main.replaceChildren(template.content.cloneNode(true))
  for (const place of main.querySelectorAll('[data-email]')) place.textContent = email
  document.title = template.title
  main.querySelector('h1')?.focus()
}

function reveal(button: HTMLElement) {
  const input = byId<HTMLInputElement>(button.dataset.reveals ?? '')
  if (!input) return
  button.hidden = false
  button.onclick = () => {
    const hides = input.type === 'text'
    input.type = hides ? 'password' : 'text'
    button.ariaPressed = String(!hides)
  }
}

function fieldsOf(form: HTMLFormElement) {
  return [...form.querySelectorAll<HTMLInputElement>('input[id]')]
}

function make(name: string, properties: object) {
  return Object.assign(document.createElement(name), properties)
}

function byId<T extends HTMLElement>(id: string) {
  return document.getElementById(id) as T | null
}
