import { adminToasts } from '#src/ui/admin-toast-texts.ts'
import { CallError, call } from '#src/ui/call.ts'
import { showFieldErrors } from '#src/ui/field-errors.ts'
import { keepToastForNextPage, showKeptToast, showToast } from '#src/ui/toast.ts'

/** What the call says to an empty field (spec 5, Admin sign-in). */
const missing: Record<string, string> = {
  username: 'Username is required',
  password: 'Password is required',
  code: 'Code is required',
}

const form = document.querySelector<HTMLFormElement>('form[data-call]')
form?.addEventListener('submit', (event) => {
  if ((event.submitter as HTMLButtonElement | null)?.value === 'again') return
  event.preventDefault()
  signIn(form)
})
showKeptToast()

let pending = false

async function signIn(form: HTMLFormElement) {
  if (pending) return
  const values = Object.fromEntries(new FormData(form))
  const empty = Object.keys(values).filter((name) => !String(values[name]).trim())
  document.getElementById('error-summary')?.remove()
  if (showFieldErrors(form, Object.fromEntries(empty.map((name) => [name, missing[name] ?? '']))))
    return
  const button = form.querySelector('button')
  setPending(true)
  try {
    const { next } = await call<{ next: string | null }>('POST', form.dataset.call ?? '', values)
    // With a second step the same address asks for the code.
    if (next) return location.reload()
    keepToastForNextPage(adminToasts.signedIn)
    location.assign('/admin/dashboard')
  } catch (error) {
    const { message, errors = {} } = error instanceof CallError ? error.said : {}
    showFieldErrors(form, errors)
    showToast(adminToasts.signInFailed(message))
    setPending(false)
  }

  function setPending(to: boolean) {
    pending = to
    if (!button) return
    button.textContent = to ? 'Logging in...' : 'Login'
    button.ariaDisabled = String(to)
  }
}
