import type { Toast } from './toast.ts'

/** Without scripts a toast is part of the page. */
export function Flash({ toast }: { toast: Toast | null | undefined }) {
  if (!toast) return null
  return (
    <div className="notice" role="status" id="flash" data-toast={JSON.stringify(toast)}>
      <p>
        <strong>{toast.title.replace(/(\w)$/, '$1.')}</strong> {toast.text}
      </p>
    </div>
  )
}
