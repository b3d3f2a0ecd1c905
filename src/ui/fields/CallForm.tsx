import type { ReactNode } from 'react'
import type { Toast } from '#src/ui/toasts/toast.ts'

type CallFormProps = {
  id: string
  action: string
  /** Without one it posts by itself. */
  call?: string
  /** Without it the page's `<template id="sent">` replaces main. */
  next?: string
  done?: Toast
  failed?: Toast
  /** While the server gives no answer, or one of 5xx without a message. */
  unreachable?: Toast
  children: ReactNode
}

/**
 * Posts by itself, or calls by `islands/call-form.ts`. `data-says` is a field's message, `data-same` and `data-differs`
 * are for a repeated field, `data-waiting` is the button's text while it waits.
 */
export function CallForm({
  id,
  action,
  call,
  next,
  done,
  failed,
  unreachable,
  children,
}: CallFormProps) {
  return (
    <form
      id={id}
      method="post"
      action={action}
      noValidate
      className="fields"
      data-call={call}
      data-next={next}
      data-done={JSON.stringify(done)}
      data-failed={JSON.stringify(failed)}
      data-unreachable={unreachable && JSON.stringify(unreachable)}
    >
      {children}
    </form>
  )
}
