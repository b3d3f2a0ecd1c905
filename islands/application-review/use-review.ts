import { useCallback, useEffect, useRef, useState } from 'react'
import { changedValues, readEdit } from '#src/forms/admin/record-edit.ts'
import type { Role } from '#src/forms/admin/roles.ts'
import type { AdminRecord, CodeUse, DirectorEntry } from '#src/ui/admin/records.ts'
import { CallError, call, replyOf } from '#src/ui/calls/call.ts'
import { failureMessage, failureToast } from '#src/ui/calls/connection-lost.ts'
import { useFocusOnErrors } from '#src/ui/fields/focus-errors.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { showToast, type Toast, withdrawFailure } from '#src/ui/toasts/toast.ts'

export type ReviewData = {
  record: AdminRecord
  /** Which part of history, notes and emails is shown, as a query; empty: the newest. */
  query: string
  timezone: string
  /** Of the person who reads: what the role may not do is not offered. */
  role: Role
  /** Of the person who reads: nobody confirms their own proposal. */
  username: string
  /** Everybody who may own it. */
  owners: string[]
  /** Whole pounds: a credit limit above it needs two persons; `null` while one is enough. */
  secondPersonAbove: number | null
  editing: boolean
  /** Of a form that was posted without scripts, by field. */
  errors: Record<string, string>
  /** Warnings for the administrator; nothing is refused for them. */
  warnings: string[]
  /** The customer code that was posted and is another company's: the dialog asks before it is used. */
  sharedCode: CodeUse | null
  /** The values of a refused post without scripts, by field. */
  typed: Record<string, string>
}

export type Failure = {
  message: string
  errors: Record<string, string>
  /** The session is over: nothing can be sent before the next sign-in. */
  ended: boolean
}

/** The record under review and its actions; each action is one call, after which everything is read again. */
export function useReview(given: ReviewData) {
  const [record, setRecord] = useState(given.record)
  const [directors, setDirectors] = useState(given.record.directors)
  const [editing, setEditing] = useState(given.editing)
  const [errors, setErrors] = useState(given.errors)
  const [warnings, setWarnings] = useState(given.warnings)
  const [typed, setTyped] = useState(given.typed)
  const [loading, setLoading] = useState(false)
  const [pending, setPending] = useState(false)
  const [ended, setEnded] = useState(false)
  // The values when editing began: only what was typed since is sent.
  const base = useRef<AdminRecord>(given.record)
  const path = `/api/applications/${given.record.id}`
  const shown = `${path}${given.query}`

  const read = useCallback(async () => {
    setLoading(true)
    await Promise.all([
      reading(async () => setRecord(await call('GET', shown)), adminToasts.recordFailed),
      reading(
        async () => setDirectors((await call<DirectorList>('GET', `${path}/directors`)).directors),
        adminToasts.directorsFailed,
      ),
    ])
    setLoading(false)
  }, [path, shown])
  useEffect(() => {
    read()
  }, [read])

  // The button that was pressed is gone, and the focus would fall to the page.
  const wasEditing = useRef(editing)
  useEffect(() => {
    if (wasEditing.current === editing) return
    wasEditing.current = editing
    const fields = '#edit :is(input:not([type=hidden]), select, textarea)'
    document.querySelector<HTMLElement>(editing ? fields : '#edit-record')?.focus()
  }, [editing])
  useFocusOnErrors(errors)

  /** One action at a time, on the version that is shown. Returns what went wrong, or `null`. */
  async function act(
    to: string,
    body: unknown,
    done: (answer: Answer) => Toast,
    failed: (message?: string) => Toast,
  ): Promise<Failure | null> {
    if (pending) return null
    setPending(true)
    try {
      const seen = { 'If-Match': `"${record.id}.v${record.version}"` }
      const answer = await call<Answer>('PATCH', to, body, seen)
      setRecord(answer)
      setDirectors(answer.directors)
      setWarnings(answer.warnings ?? [])
      showToast(done(answer))
      return null
    } catch (error) {
      const { errors = {} } = replyOf(error)
      const ended = error instanceof CallError && error.status === 401
      // Somebody else may have been faster: show what is stored, before the person is asked to send it again.
      if (error instanceof CallError && [409, 412].includes(error.status)) await read()
      showToast(failureToast(error, failed))
      return { message: failureMessage(error), errors, ended }
    } finally {
      setPending(false)
    }
  }

  return {
    record,
    directors,
    editing,
    errors,
    warnings,
    typed,
    loading,
    pending,
    ended,
    query: given.query,
    timezone: given.timezone,
    role: given.role,
    username: given.username,
    owners: given.owners,
    secondPersonAbove: given.secondPersonAbove,
    read,
    startEditing() {
      base.current = record
      setEditing(true)
    },
    cancelEditing() {
      withdrawFailure()
      leaveEditing()
    },
    async save(form: HTMLFormElement) {
      if (pending) return
      const changes = changedValues(base.current, readEdit(new FormData(form)))
      if (Object.keys(changes).length > 0) {
        const { updated, updateFailed } = adminToasts
        const failure = await act(path, changes, () => updated, updateFailed)
        setErrors(failure?.errors ?? {})
        setEnded(failure?.ended ?? false)
        if (failure) return
      } else withdrawFailure()
      leaveEditing()
    },
    /** Which other companies have a customer code; throws when the server cannot say. */
    codeUse: (code: string) =>
      call<CodeUse>('GET', `${path}/customer-code?code=${encodeURIComponent(code)}`),
    approve: (given: Record<string, string>) =>
      decide('approve', given, adminToasts.approved, adminToasts.approveFailed),
    reject: (reason: string) =>
      decide('reject', reason ? { reason } : {}, adminToasts.rejected, adminToasts.rejectFailed),
  }

  /** Reads everything again: the history and the emails have changed. */
  async function decide(decision: 'approve' | 'reject', body: object, done: Toast, failed: Toast) {
    const toastOf = ({ proposal }: Answer) => (proposal ? adminToasts.proposed : done)
    const failure = await act(`${path}/${decision}`, body, toastOf, () => failed)
    if (!failure) read()
    return failure
  }

  function leaveEditing() {
    setEditing(false)
    setErrors({})
    setEnded(false)
    setTyped({})
  }
}

export type Review = ReturnType<typeof useReview>

type Answer = AdminRecord & { warnings?: string[] }
type DirectorList = { directors: DirectorEntry[] }

/** A failed read keeps what is shown and shows a toast. */
async function reading(action: () => Promise<void>, failed: Toast) {
  try {
    await action()
  } catch {
    showToast(failed)
  }
}
