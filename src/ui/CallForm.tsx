import type { ReactNode } from 'react'
import type { Toast } from './toast.ts'

export type CallFormProps = {
  /** Where the form posts to without scripts. */
  action: string
  /** The call that it makes with scripts, by POST with its fields as JSON. */
  call: string
  /** Where a success leads; without it the page's `<template id="sent">` takes main's place. */
  next?: string
  done: Toast
  /** The server's message stands in for its text when there is one. */
  failed: Toast
  children: ReactNode
}

/**
 * A form of few fields that works by itself and, with `islands/call-form.ts` on the page, makes a call instead. A
 * required field says its message in `data-says`; one that repeats another names it in `data-same` and says
 * `data-differs`. The submit button says `data-waiting` meanwhile. An answer with a `next` of its own, a code to be asked,
 * draws the page again.
 */
export function CallForm({ action, call, next, done, failed, children }: CallFormProps) {
  return (
    <form
      method="post"
      action={action}
      noValidate
      className="fields"
      data-call={call}
      data-next={next}
      data-done={JSON.stringify(done)}
      data-failed={JSON.stringify(failed)}
    >
      {children}
    </form>
  )
}
