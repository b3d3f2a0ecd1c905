import type { Toast } from './toast.ts'

/** Renders a toast as a part of the page, if no script shows it. */
export function Flash({ toast }: { toast: Toast | null | undefined }) {
  if (!toast) return null
  return (
    <div
      className={classes[toast.kind]}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      id="flash"
    >
      <p>
        <strong>{toast.title.replace(/(\w)$/, '$1.')}</strong> {toast.text}
      </p>
    </div>
  )
}

const classes = { success: 'notice notice-good', info: 'notice', error: 'notice notice-bad' }
