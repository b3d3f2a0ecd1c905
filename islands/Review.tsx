import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AdminRecord } from '#src/domain/review/record.ts'
import { recordHref } from '#src/forms/admin/dashboard-query.ts'
import { mayDo } from '#src/forms/admin/roles.ts'
import { readCall, usePageData, useReading } from '#src/ui/forms/readings.ts'
import { Checks } from '#src/ui/review/Checks.tsx'
import { Emails, History, Notes, Requests } from '#src/ui/review/DeskCards.tsx'
import { deskActions } from '#src/ui/review/desk-actions.ts'
import { EditRecord } from '#src/ui/review/EditRecord.tsx'
import { ReviewHeader } from '#src/ui/review/Head.tsx'
import { ProposalCard } from '#src/ui/review/Proposal.tsx'
import { Notices, RecordCards } from '#src/ui/review/RecordCards.tsx'
import type { Desk, DeskAction, Review as ReviewProps } from '#src/ui/review/review.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'

/** Shows an application in the back office: its head, cards, edit, dialogs and lists. */
export default function Review(served: ReviewProps) {
  const { review, isReading, refresh } = useReview(served)
  const [isEditing, setEditing] = useState(served.isEditing)
  const [dialog, setDialog] = useState(served.dialog)
  const [warnings, setWarnings] = useState(served.warnings)
  const [overtakenBy, setOvertakenBy] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const { status } = review.record
  const latestStatus = useRef(status)
  useEffect(() => {
    latestStatus.current = status
  })

  function edit(starts: boolean) {
    setOvertakenBy('')
    flushSync(() => setEditing(starts))
    showAddress(addressOf(review, starts))
    if (!starts) editButton.current?.focus()
  }

  async function finish(warned: string[] = []) {
    setOvertakenBy('')
    setWarnings(warned)
    setDialog('')
    // Each list begins with its newest entries, which include the action that was just done.
    showAddress(addressOf(review, new URLSearchParams(location.search).has('edit')))
    await refresh(function keepFocus() {
      // The button that had the focus may be gone.
      if (document.activeElement === document.body)
        root.current?.closest('main')?.focus({ preventScroll: true })
    })
  }

  const desk: Desk = {
    review: { ...review, warnings },
    may: (right) => mayDo(review.role, right),
    isEditing,
    edit,
    dialog,
    open(name) {
      setOvertakenBy('')
      setDialog(name)
    },
    close: (name) => setDialog((now) => (now === name ? '' : now)),
    finish,
    refresh: () => refresh(),
    async reconsider(name, message) {
      await refresh()
      if (latestStatus.current === status) return
      // The dialog closes, so that a second press of its button cannot overturn the colleague's decision.
      flushSync(() => desk.close(name))
      // The dialog returns the focus first, and then the notice takes it.
      setOvertakenBy(message ?? '')
    },
  }
  return (
    <div className="sections" ref={root} aria-busy={isReading}>
      <div>
        <ReviewHeader desk={desk} overtakenBy={overtakenBy} editButton={editButton} />
        <div className="pulse" aria-hidden="true" />
        {dialogs.map(
          ({ name, right, Dialog }) => desk.may(right) && <Dialog key={name} desk={desk} />,
        )}
      </div>
      <Notices review={desk.review} />
      <Checks desk={desk} />
      <ProposalCard desk={desk} />
      <Requests desk={desk} />
      {isEditing ? (
        <>
          <EditRecord desk={desk} />
          <Emails desk={desk} />
        </>
      ) : (
        <RecordCards desk={desk}>
          <Emails desk={desk} />
        </RecordCards>
      )}
      <Notes desk={desk} />
      <History review={desk.review} />
    </div>
  )
}

const dialogs = Object.entries(deskActions).flatMap(
  ([name, { right, Dialog }]: [string, DeskAction]) => (Dialog ? [{ name, right, Dialog }] : []),
)

/** Reads the record by two calls, and the rest from the page. */
function useReview(served: ReviewProps) {
  const { record: servedRecord, ...servedRest } = served
  const path = `/api/applications/${servedRecord.id}`
  const [record, readRecord, recordReading] = useReading(servedRecord, () =>
    readCall<AdminRecord>(`${path}${cursorQuery()}`, adminToasts.recordFailed),
  )
  const [{ directors }, readDirectors] = useReading({ directors: servedRecord.directors }, () =>
    readCall<Pick<AdminRecord, 'directors'>>(`${path}/directors`, adminToasts.directorsFailed),
  )
  const [rest, readRest] = usePageData(servedRest, adminToasts.recordFailed)
  return {
    review: { ...rest, record: { ...record, directors } },
    isReading: recordReading.isReading,
    /** Reads the record; `onDrawn` is called after each answer is shown. */
    async refresh(onDrawn: () => void = () => {}) {
      const reads = [readRecord, readDirectors, readRest]
      await Promise.all(reads.map((read) => read().then(onDrawn)))
    },
  }
}

/** Returns the query that makes the lists of the call begin where those of the page do. */
function cursorQuery(): string {
  const query = new URLSearchParams(location.search)
  const cursors = ['history', 'notes', 'emails'].flatMap((list) => {
    const cursor = query.get(list)
    return cursor && /^\d{1,15}$/.test(cursor) ? [[list, cursor]] : []
  })
  return cursors.length > 0 ? `?${new URLSearchParams(cursors)}` : ''
}

function addressOf({ record, list }: ReviewProps, isEditing: boolean): string {
  const address = recordHref(record.id, list)
  return isEditing ? `${address}${address.includes('?') ? '&' : '?'}edit=1` : address
}

/** Changes the address, so that a reload shows the same view. */
const showAddress = (address: string) => history.replaceState(history.state, '', address)
