import { type Share, slicesOf } from './pie.ts'

/** A pie with a table of its numbers, which is also the key (rule 262). */
export function PieChart({ title, shares }: { title: string; shares: Share[] }) {
  const slices = slicesOf(shares)
  if (slices.every(({ count }) => count === 0))
    return (
      <figure className="chart">
        <figcaption className="chart-head">{title}</figcaption>
        <div className="chart-area">
          <p className="empty">Nothing to show yet</p>
        </div>
      </figure>
    )
  return (
    <figure className="chart">
      <figcaption className="chart-head">{title}</figcaption>
      <div className="pie">
        <div className="chart-area">
          <svg viewBox="-142 -138 284 276" aria-hidden="true" focusable="false">
            {slices.map(({ name, path, colour }) => (
              <path key={name} className={`slice slice-${colour}`} d={path} />
            ))}
            {slices.map(
              ({ name, label, percent }) =>
                label && (
                  <g key={name}>
                    {label.leader && <path className="leader" d={label.leader} />}
                    <text className="slice-text" transform={`translate(${label.position})`}>
                      {`${percent}%`}
                    </text>
                  </g>
                ),
            )}
          </svg>
        </div>
        <table className="table key">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col" className="number">
                Picked
              </th>
              <th scope="col" className="number">
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {slices.map(({ name, count, percent, colour }) => (
              <tr key={name}>
                <th scope="row">
                  <svg viewBox="0 0 14 14" aria-hidden="true" focusable="false">
                    <path className={`slice-${colour}`} d="M0 0h14v14H0z" />
                  </svg>
                  {name}
                </th>
                <td className="number">{count}</td>
                <td className="number">{`${percent}%`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
