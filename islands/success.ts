import { forgetTyping } from '#src/ui/registration/forget-typing.ts'
import { showKeptToast } from '#src/ui/toasts/toast.ts'

fillReference()
showKeptToast()
// submitted before the form's own scripts could forget it
if (isAnswerToPost()) forgetTyping()

function isAnswerToPost() {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return (visit?.redirectCount ?? 0) > 0
}

/** Without an id in the address or by the cookie, the one that the form stored at the submit. */
function fillReference() {
  const reference = document.querySelector('#reference')
  const button = document.querySelector<HTMLButtonElement>('#view-application [aria-disabled]')
  const id = button && storedId()
  if (!reference || !button || !id) return
  document.querySelector('.dial g')?.setAttribute('transform', 'rotate(72 200 200)')
  reference.textContent = id
  document.querySelector('[data-unknown]')?.remove()
  for (const part of document.querySelectorAll<HTMLElement>('[data-known]')) part.hidden = false
  button.setAttribute('aria-describedby', 'view-note')
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
