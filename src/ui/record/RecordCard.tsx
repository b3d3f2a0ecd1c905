import type { ReactNode } from 'react'

type RecordRow = { label: string; value: ReactNode }

export function RecordCard({
  title,
  id,
  rows,
  wide = false,
  children,
}: {
  title: string
  id: string
  rows?: RecordRow[]
  wide?: boolean
  children?: ReactNode
}) {
  return (
    <section className={wide ? 'card card-wide' : 'card'} aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
      </div>
      {rows && (
        <dl className="record">
          {rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </section>
  )
}
