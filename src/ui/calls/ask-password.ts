import { openDialog } from './merge-page.ts'

/**
 * `fault` says what was wrong with the last one. `null` when the dialog is closed, '' after a confirmation by the
 * provider.
 */
export function askPassword(fault = ''): Promise<string | null> {
  const dialog = document.querySelector<HTMLDialogElement>('dialog#ask-password')
  const input = dialog?.querySelector<HTMLInputElement>('[type=password]')
  const line = dialog?.querySelector('[role=alert]')
  if (!dialog || !input || !line) return Promise.resolve(null)
  line.textContent = fault
  dialog.returnValue = ''
  openDialog(dialog)
  return new Promise((resolve) => {
    dialog.onclose = () => {
      const password = input.value
      input.value = ''
      resolve(dialog.returnValue === 'confirm' ? password : null)
    }
  })
}
