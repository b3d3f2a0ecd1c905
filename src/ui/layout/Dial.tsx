import type { ReactNode } from 'react'

export function Dial({ reading, children }: { reading: number; children?: ReactNode }) {
  const angle = (reading / 100) * 180 - 90
  return (
    <div className="dial">
      <svg viewBox="0 0 400 206" aria-hidden="true" focusable="false">
        <path
          className="fine"
          d="M14 200a186 186 0 0 1 372 0"
          strokeWidth="10"
          pathLength="1000"
          strokeDasharray="2 18"
          strokeDashoffset="1"
        />
        <path
          d="M18 200a182 182 0 0 1 364 0"
          strokeWidth="22"
          pathLength="1000"
          strokeDasharray="3.5 96.5"
          strokeDashoffset="1.75"
        />
        <path d="M8 200a192 192 0 0 1 384 0" strokeWidth="1.5" />
        <g transform={`rotate(${angle} 200 200)`}>
          <path className="needle" d="M200 6v58" strokeWidth="4" />
        </g>
      </svg>
      {children}
    </div>
  )
}
