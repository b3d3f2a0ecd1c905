import { forgetTyping } from '#src/ui/registration/forget-typing.ts'
import { showKeptToast } from '#src/ui/toasts/toast.ts'

const opened = 'Opens as a PDF in a new tab.'

fillReference()
showKeptToast()
// The form may have been submitted before its own scripts could forget it.
if (document.referrer.startsWith(`${location.origin}/client-form`)) forgetTyping()

/** The page came without an id: the one that the form stored at the submit takes its place. */
function fillReference() {
  const form = document.querySelector<HTMLFormElement>('#view-application')
  const reference = document.querySelector('#reference')
  const id = form?.hasAttribute('action') ? null : storedId()
  const button = form?.querySelector('button')
  const note = document.querySelector('#view-note')
  if (!form || !reference || !button || !note || !id) return
  reference.textContent = id
  note.textContent = opened
  form.action = `/api/applications/${encodeURIComponent(id)}/pdf`
  button.type = 'submit'
  button.removeAttribute('aria-disabled')
}

function storedId(): string | null {
  try {
    return localStorage.getItem('submittedApplicationId')
  } catch {
    return null
  }
}
