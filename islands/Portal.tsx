import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Director } from '#src/domain/applications/application.ts'
import type { PortalRecord, portalOf } from '#src/domain/portal/portal.ts'
import { type PortalSection, portalSections } from '#src/forms/portal/portal.ts'
import type { FormState, Reply } from '#src/ui/forms/form-state.ts'
import { readCall, readPage, useReading } from '#src/ui/forms/readings.ts'
import { Answers, AsSigned, LeftBehind, StatusCard } from '#src/ui/portal/Portal.tsx'
import {
  AnsweredRequests,
  OpenQuestion,
  Unsent,
  type UnsentAnswer,
} from '#src/ui/portal/Requests.tsx'
import { addressOf, SectionHead, SectionTabs } from '#src/ui/portal/Sections.tsx'
import { SignInAddress } from '#src/ui/portal/SignInAddress.tsx'
import { portalStatus } from '#src/ui/portal/status.ts'
import { StatusBadge } from '#src/ui/record/RecordCard.tsx'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import { withdrawFailure } from '#src/ui/toasts/store.ts'
import { SectionForm, type Stored } from './portal/SectionForm.tsx'

type PortalData = ReturnType<typeof portalOf>

type PortalProps = {
  portal: PortalData
  salesEmail: string
  /** Today in the supplier's time zone, as `YYYY-MM-DD`. */
  today: string
  tab: PortalSection
  editing: PortalSection | null
  /** The reply to a section that was posted without scripts. */
  reply: Reply | null
  unsent: UnsentAnswer | null
  /** The id of the question that was just answered without scripts. */
  newest: number | null
  /**
   * The id of the question whose answer was refused without scripts. Its form is `answering`; other questions use
   * `toAnswer`.
   */
  answered: number | null
  answering: FormState<'request' | 'answer'>
  toAnswer: FormState<'request' | 'answer'>
  moving: FormState<'email' | 'password'>
}

/**
 * Shows the client's application: its status, questions about it, and its sections, one of which can be edited at a
 * time.
 */
export default function Portal(served: PortalProps) {
  const { today, salesEmail } = served
  const latest = useRef(served.portal)
  const isOld = useRef(false)
  const [read, refresh] = useReading(served.portal, readPortal)
  const [saved, setSaved] = useState<Stored | null>(null)
  const [{ tab, editing }, setView] = useState({ tab: served.tab, editing: served.editing })
  const [isAwake, setAwake] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const [unsent, setUnsent] = useState(served.unsent)
  const [newest, setNewest] = useState(served.newest)
  const title = useRef<HTMLHeadingElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  useEffect(() => setAwake(true), [])

  // The record that a save answered with is shown until the next reading.
  const isSavedNewer = saved !== null && Number(saved.record.version) > Number(read.record.version)
  const stored: Stored = isSavedNewer ? saved : read
  const { record, directors } = stored
  const { facts, questions, timezone, email, edits, signature } = read
  const application = String(record.id)
  const name = String(record.businessName ?? 'Your application')
  const { badge, isClosed } = portalStatus(record, facts, timezone)
  const open = questions.filter(({ answeredAt }) => answeredAt === null)

  /** Reads the record together with its directors, and after a write also the rest of the page. */
  async function readPortal(): Promise<PortalData> {
    const isFirst = !isOld.current
    isOld.current = true
    const [page, record, directors] = await Promise.all([
      isFirst ? latest.current : readPage<PortalData>(clientToasts.recordFailed),
      readCall<PortalRecord>('/api/client/application', clientToasts.recordFailed),
      readCall<Director[]>('/api/client/directors', clientToasts.directorsFailed),
    ])
    // Somebody else has signed in since, and this page must not show their application.
    if (record.id !== served.portal.record.id) return latest.current
    latest.current = { ...page, record, directors }
    return latest.current
  }

  function show(view: { tab: PortalSection; editing: PortalSection | null }) {
    withdrawFailure()
    history.replaceState(history.state, '', addressOf(view))
    flushSync(() => setView(view))
  }

  function edit(section: PortalSection) {
    setWasOpened(true)
    show({ tab: section, editing: section })
  }

  function cancel() {
    show({ tab, editing: null })
    editButton.current?.focus()
  }

  async function close(now: Stored) {
    setSaved(now)
    history.replaceState(history.state, '', addressOf({ tab, editing: null }))
    flushSync(() => setView({ tab, editing: null }))
    title.current?.focus()
    await refresh()
  }

  return (
    <div className="sections">
      <div className="stack">
        <h1 className={name.length > 60 ? 'long' : undefined}>{name}</h1>
        <div className="actions">
          <StatusBadge {...badge} />
          {isClosed && <StatusBadge tone="quiet" label="Closed" />}
        </div>
      </div>
      {unsent && <Unsent {...unsent} />}
      {open.map((question) => (
        <OpenQuestion
          key={question.id}
          {...{ application, open: question, timezone }}
          state={question.id === served.answered ? served.answering : served.toAnswer}
          onAnswered={(question) => {
            setNewest(question)
            return refresh()
          }}
          onClosed={(answer) => {
            setUnsent(answer)
            void refresh()
          }}
        />
      ))}
      <StatusCard {...{ record, facts, timezone, salesEmail }} />
      <AnsweredRequests {...{ questions, timezone, newest }} />
      <section className="sections" aria-labelledby="details">
        <h2 id="details">Your details</h2>
        <SectionTabs
          {...{ tab, editing, isAwake }}
          onOpen={(section) => show({ tab: section, editing })}
        />
        {portalSections.map((section) => (
          <section
            key={section}
            className="card"
            id={`panel-${section}`}
            role={isAwake ? 'tabpanel' : undefined}
            hidden={tab !== section}
            aria-labelledby={`title-${section}`}
          >
            <SectionHead
              {...{ section, editing }}
              mayEdit={!isClosed}
              title={tab === section ? title : undefined}
              button={tab === section ? editButton : undefined}
              onEdit={() => edit(section)}
            />
            {!isClosed && editing === null && (
              <LeftBehind shown={section} {...edits} onEdit={edit} />
            )}
            {editing === section ? (
              <>
                {signature && (
                  <p className="hint">
                    We record what you change, and when. The document you signed stays as it is.
                  </p>
                )}
                <SectionForm
                  {...{ section, stored, email, today }}
                  reply={section === served.editing && !wasOpened ? served.reply : null}
                  takesFocus={wasOpened}
                  readAgain={async () => {
                    await refresh()
                    return latest.current
                  }}
                  onSaved={close}
                  onCancel={cancel}
                />
              </>
            ) : (
              <Answers {...{ section, record, directors, email, edits }} />
            )}
            <AsSigned {...{ section, record, signature, timezone }} />
            {section === 'business' && (
              <SignInAddress
                {...{ application, email, isClosed }}
                requested={read.requested}
                state={served.moving}
                onRequested={refresh}
              />
            )}
          </section>
        ))}
      </section>
    </div>
  )
}
