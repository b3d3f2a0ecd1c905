import { hasUnsaved, takeLeave } from './unsaved.ts'

/**
 * Makes the browser ask before it leaves a page with unsaved input, unless a submit is sending it, and makes a double
 * click send a form once. `holdsTyping` says that the page came with unsaved input, or with something shown only once.
 */
export function askBeforeLeaving(holdsTyping: boolean): () => void {
  let isSent = false
  const onClick = (event: MouseEvent) => {
    const isSecond = event.detail > 1 && event.target instanceof Element
    if (isSecond && event.target.closest('button[type=submit]')) event.preventDefault()
  }
  const onSubmit = (event: Event) => {
    if (!event.defaultPrevented) isSent = true
  }
  const onLeave = (event: Event) => {
    const mayLeave = takeLeave() || isSent
    if (!mayLeave && (holdsTyping || hasUnsaved())) event.preventDefault()
    isSent = false
  }
  // The listener is on the window, so that it runs after everything that may handle a form itself.
  addEventListener('click', onClick)
  addEventListener('submit', onSubmit)
  addEventListener('beforeunload', onLeave)
  return () => {
    removeEventListener('click', onClick)
    removeEventListener('submit', onSubmit)
    removeEventListener('beforeunload', onLeave)
  }
}
