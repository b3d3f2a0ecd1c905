import { type FormEvent, useEffect, useState } from 'react'
import { checkTyped } from '#src/forms/fields/browser-rules.ts'
import { editedFields, type PortalSection, portalNameOf } from '#src/forms/portal/portal.ts'
import { portalValues } from '#src/forms/portal/portal-values.ts'
import {
  type DirectorRow,
  type FormValues,
  idOf,
  jsonValues,
} from '#src/forms/registration/form-values.ts'
import { CallError, call } from '#src/ui/calls/call.ts'
import { keepCheckingSession } from '#src/ui/calls/check-session.ts'
import { failureToast } from '#src/ui/calls/connection-lost.ts'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import {
  keepToastForNextPage,
  showKeptToast,
  showToast,
  withdrawFailure,
} from '#src/ui/toasts/toast.ts'
import type { Questions } from './InformationRequests.tsx'
import type { SignInProps } from './SignInAddress.tsx'

export type Director = { id: number; name: string; position: string | null }
export type PortalRecord = { [name: string]: string | number | boolean | string[] | null }

export type PortalProps = {
  questions: Questions
  record: PortalRecord
  directors: Director[]
  thisYear: number
  tab: PortalSection
  editing: PortalSection | null
  /** The values of a refused post; else the form starts with the stored ones. */
  typed: FormValues | null
  /** The version that `typed` began with: what another tab has saved since then is not overwritten. */
  seen: number | null
  errors: Record<string, string>
  signIn: SignInProps
  /** Why a post was refused, when it is no field's fault. */
  notice: string | null
}

type Shown = Pick<PortalProps, 'record' | 'directors'>

export type Portal = ReturnType<typeof usePortal>

/** Everything the portal does: which tab is open, which section is edited, and what Save sends. */
export function usePortal(props: PortalProps) {
  const { thisYear } = props
  const [awake, setAwake] = useState(false)
  const [{ record, directors }, setShown] = useState<Shown>(() => ({
    record: props.record,
    directors: props.directors,
  }))
  const [tab, setTab] = useState(props.tab)
  const [editing, setEditing] = useState(props.editing)
  const [typed, setTyped] = useState(
    () => props.typed ?? (props.editing ? stored(props.editing) : {}),
  )
  const [version, setVersion] = useState(() => props.seen ?? Number(props.record.version))
  const [errors, setErrors] = useState(props.errors)
  const [notice, setNotice] = useState(props.notice)
  const [ended, setEnded] = useState(false)
  const [pending, setPending] = useState(false)
  const [focus, setFocus] = useState<string | null>(null)

  useEffect(() => {
    setAwake(true)
    showKeptToast()
    readShown().then((latest) => {
      if (latest) setShown((shown) => (isNewer(latest.record, shown.record) ? latest : shown))
    })
    keepCheckingSession('/api/client/me', signInPage, 0, clientToasts.signedOff)
    const form = document.getElementById('logout')
    form?.addEventListener('submit', signOut)
    return () => form?.removeEventListener('submit', signOut)
  }, [])

  useEffect(() => {
    if (focus) document.getElementById(focus)?.focus()
    setFocus(null)
  }, [focus])

  function open(section: PortalSection) {
    withdrawFailure()
    history.replaceState(null, '', `/client-portal?tab=${section}`)
    setTab(section)
  }

  // While a save is pending its response would close whatever is edited then.
  function edit(section: PortalSection) {
    if (pending) return
    setTyped(stored(section))
    setVersion(Number(record.version))
    show({}, null)
    setEditing(section)
    setFocus(section === 'directors' ? idOf('directors') : idOf(editedFields(section)[0] ?? ''))
  }

  function cancel() {
    if (pending) return
    withdrawFailure()
    show({}, null)
    setEditing(null)
    if (editing) setFocus(`edit-${editing}`)
  }

  function show(found: Record<string, string>, why: string | null) {
    setErrors(found)
    setNotice(why)
    if (Object.keys(found).length > 0) setFocus('error-summary')
    else if (why) setFocus('section-notice')
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!editing || pending) return
    const values = portalValues(editing, new FormData(event.currentTarget))
    const found = checkTyped(controlsOf(editing), values, thisYear)
    if (Object.keys(found).length > 0) return show(found, null)
    setPending(true)
    try {
      const changed = await send(editing, values)
      show({}, null)
      setEditing(null)
      setFocus(`title-${editing}`)
      showToast(changed ? clientToasts.updated : clientToasts.unchanged)
    } catch (error) {
      fail(error)
    } finally {
      setPending(false)
    }
  }

  /** Tells whether anything changed: a save of what is stored already makes no new version. */
  async function send(section: PortalSection, values: FormValues): Promise<boolean> {
    const seen = { 'If-Match': `"${record.id}.v${version}"` }
    const path = `/api/client/application/${section}`
    const saved = await call<PortalRecord>('PUT', path, jsonValues(values), seen)
    setShown((shown) => ({ ...shown, record: saved }))
    if (section === 'directors') {
      const listed = await call<Director[]>('GET', '/api/client/directors')
      setShown((shown) => ({ ...shown, directors: listed }))
    }
    return saved.version !== version
  }

  function fail(error: unknown) {
    const { status = 0, reply = {} } = error instanceof CallError ? error : {}
    showToast(failureToast(error, () => clientToasts.updateFailed))
    show(reply.errors ?? {}, reply.errors ? null : (reply.message ?? null))
    setEnded(status === 401)
  }

  /** A section as its form starts: texts, ticked types, rows of directors. */
  function stored(section: PortalSection): FormValues {
    if (section === 'directors') return { directors: directors.map(rowOf) }
    return Object.fromEntries(
      editedFields(section).map((name) => {
        const value = record[portalNameOf(name)] ?? ''
        if (typeof value === 'boolean') return [name, value ? 'yes' : 'no']
        return [name, Array.isArray(value) ? value : String(value)]
      }),
    )
  }

  const faults = Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [idOf(name), text]),
  )
  return {
    ...{ awake, record, directors, tab, editing, typed, errors, faults, notice, pending },
    ...{ version, ended, open, edit, cancel, save, signIn: props.signIn },
  }
}

/**
 * Reads the application again; `null` when that fails. Only a newer version replaces what is shown, and a section in
 * edit mode keeps the version it began with.
 */
async function readShown(): Promise<Shown | null> {
  try {
    const record = await call<PortalRecord>('GET', '/api/client/application')
    return { record, directors: await call('GET', '/api/client/directors') }
  } catch {
    return null
  }
}

/** Another customer may have signed in in another tab: this page must not show their application. */
const isNewer = (latest: PortalRecord, shown: PortalRecord) =>
  latest.id === shown.id && Number(latest.version) > Number(shown.version)

const controlsOf = (section: PortalSection): readonly string[] =>
  section === 'directors' ? ['directors'] : editedFields(section)

const signInPage = '/client-login'

/** The form stands in the header, outside the island. */
async function signOut(event: SubmitEvent) {
  event.preventDefault()
  try {
    await call('POST', '/api/client/logout')
    keepToastForNextPage(clientToasts.signedOut)
    location.assign(signInPage)
  } catch {
    // without a response the session may still exist: the plain form tries again
    ;(event.target as HTMLFormElement).submit()
  }
}

const rowOf = ({ name, position }: Director): DirectorRow => ({ name, position: position ?? '' })
