import { useCallback, useEffect, useRef, useState } from 'react'
import { changedValues, readEdit } from '#src/forms/record-edit.ts'
import type { AdminRecord, DirectorEntry } from '#src/ui/admin-records.ts'
import { adminToasts } from '#src/ui/admin-toast-texts.ts'
import { CallError, call } from '#src/ui/call.ts'
import { showToast, type Toast } from '#src/ui/toast.ts'

export type ReviewData = {
  record: AdminRecord
  editing: boolean
  /** Of a form that was posted without scripts, by field. */
  errors: Record<string, string>
  /** What the decider should know, though nothing was refused for it. */
  warnings: string[]
}

export type Failure = { message: string; errors: Record<string, string> }

/** The record under review and what can be done to it; each deed is one call, after which all is read again. */
export function useReview(given: ReviewData) {
  const [record, setRecord] = useState(given.record)
  const [directors, setDirectors] = useState(given.record.directors)
  const [editing, setEditing] = useState(given.editing)
  const [errors, setErrors] = useState(given.errors)
  const [warnings, setWarnings] = useState(given.warnings)
  const [loading, setLoading] = useState(false)
  const [pending, setPending] = useState(false)
  // What the editing began with: only what was typed since is sent, whoever else has changed the rest.
  const base = useRef<AdminRecord>(given.record)
  const path = `/api/applications/${given.record.id}`

  const read = useCallback(async () => {
    setLoading(true)
    await Promise.all([
      reading(async () => setRecord(await call('GET', path)), adminToasts.recordFailed),
      reading(
        async () => setDirectors((await call<DirectorList>('GET', `${path}/directors`)).directors),
        adminToasts.directorsFailed,
      ),
    ])
    setLoading(false)
  }, [path])
  useEffect(() => {
    read()
  }, [read])

  /** One deed at a time; answers what went wrong, or `null`. */
  async function act(
    method: string,
    to: string,
    body: unknown,
    done: Toast,
    failed: (message?: string) => Toast,
    headers?: Record<string, string>,
  ): Promise<Failure | null> {
    if (pending) return null
    setPending(true)
    try {
      const answer = await call<Answer>(method, to, body, headers)
      setRecord(answer)
      setDirectors(answer.directors)
      setWarnings(answer.warnings ?? [])
      showToast(done)
      return null
    } catch (error) {
      const { message, errors = {} } = error instanceof CallError ? error.said : {}
      const toast = failed(message)
      showToast(toast)
      // Somebody else may have been quicker: what is shown has to be what is stored.
      if (error instanceof CallError && [409, 412].includes(error.status)) read()
      return { message: message ?? toast.text ?? toast.title, errors }
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
    loading,
    pending,
    startEditing() {
      base.current = record
      setEditing(true)
    },
    cancelEditing() {
      setEditing(false)
      setErrors({})
    },
    async save(form: HTMLFormElement) {
      const changes = changedValues(base.current, readEdit(new FormData(form)))
      if (Object.keys(changes).length > 0) {
        const { updated, updateFailed } = adminToasts
        const failure = await act('PATCH', path, changes, updated, updateFailed, {
          'If-Match': `"v${record.version}"`,
        })
        setErrors(failure?.errors ?? {})
        if (failure) return
      }
      setEditing(false)
      setErrors({})
    },
    approve: (customerCode: string) =>
      act(
        'PATCH',
        `${path}/approve`,
        { customerCode },
        adminToasts.approved,
        () => adminToasts.approveFailed,
      ),
    reject: (reason: string) =>
      act(
        'PATCH',
        `${path}/reject`,
        reason ? { reason } : {},
        adminToasts.rejected,
        () => adminToasts.rejectFailed,
      ),
  }
}

export type Review = ReturnType<typeof useReview>

type Answer = AdminRecord & { warnings?: string[] }
type DirectorList = { directors: DirectorEntry[] }

/** A reading that fails leaves what is shown and says so. */
async function reading(deed: () => Promise<void>, failed: Toast) {
  try {
    await deed()
  } catch {
    showToast(failed)
  }
}
