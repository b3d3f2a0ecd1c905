import { portalSections } from '#src/forms/portal/portal.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'
import { AnsweredRequests, InformationRequest } from './client-portal/InformationRequests.tsx'
import { Panel } from './client-portal/Panel.tsx'
import { type PortalStatus, StatusCard } from './client-portal/StatusCard.tsx'
import { Tabs } from './client-portal/Tabs.tsx'
import { type PortalProps, usePortal } from './client-portal/use-portal.ts'

export type Props = PortalProps & { status: PortalStatus }

/**
 * The client portal: where the application stands, and its details in five tabs, one of them in edit mode at a time.
 * Links and forms of its page before a script has run, calls of the API afterwards.
 */
export default function ClientPortal({ status, ...props }: Props) {
  const portal = usePortal(props)
  const { record, awake, tab, faults } = portal
  return (
    <>
      <p className="checking" id="checking" role="status" />
      <div data-private="">
        <ErrorSummary faults={{ ...props.questions.errors, ...faults }} />
        <div className="sections">
          <div className="stack">
            <h1>{String(record.businessName ?? 'Your application')}</h1>
            <StatusBadge {...status.badge} />
          </div>
          <InformationRequest {...props.questions} />
          <StatusCard status={status} id={String(record.id)} />
          <AnsweredRequests {...props.questions} />
          <section className="sections" aria-labelledby="details">
            <h2 id="details">Your details</h2>
            <Tabs awake={awake} current={tab} onOpen={portal.open} />
            {portalSections.map((section) => (
              <Panel key={section} section={section} portal={portal} />
            ))}
          </section>
        </div>
      </div>
    </>
  )
}
