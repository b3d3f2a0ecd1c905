import type { AdminRecord } from '#src/ui/admin/records.ts'

/** What a reviewer should know before deciding (rule 118). */
export function Flags({ record, warnings }: { record: AdminRecord; warnings: string[] }) {
  const { flags } = record
  const reason = record.status === 'rejected' && record.rejectionReason
  return (
    <>
      <div role="status">
        {warnings.map((text) => (
          <p className="notice notice-warn" key={text}>
            {text}
          </p>
        ))}
      </div>
      {reason && (
        <section className="notice" aria-labelledby="reason-title">
          <h2 id="reason-title">Reason for the rejection</h2>
          <p className="lines">{reason}</p>
        </section>
      )}
      {flags.length > 0 && (
        <section className="notice notice-warn" aria-labelledby="flags-title">
          <h2 id="flags-title">Before you decide</h2>
          <ul className="flags">
            {flags.map(({ text, href }) => (
              <li key={`${text} ${href}`}>{href ? <a href={href}>{text}</a> : text}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
