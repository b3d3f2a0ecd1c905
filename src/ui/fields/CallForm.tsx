import type { ReactNode } from 'react'
import type { Toast } from '#src/ui/toasts/toast.ts'

type CallFormProps = {
  id: string
  /** Where the form posts to without scripts. */
  action: string
  /** The call that it makes with scripts, by POST with its fields as JSON. */
  call: string
  /** Where a success leads; without it the page's `<template id="sent">` takes main's place. */
  next?: string
  done: Toast
  /** The server's message stands in for its text when there is one. */
  failed: Toast
  /** Shown instead while the server gives no answer, or one of 5xx without a message. */
  unreachable?: Toast
  children: ReactNode
}

/**
 * A small form that posts by itself, or makes a call with `islands/call-form.ts`. `data-says` is a field's message;
 * `data-same` and `data-differs` are for a repeated field; `data-waiting` is the button's text while it waits.
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
