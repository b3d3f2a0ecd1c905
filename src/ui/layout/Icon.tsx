const paths = {
  back: 'M19 12H5m6-6-6 6 6 6',
  check: 'm4 12.5 5 5L20 6.5',
  download: 'M12 4v11m-5-5 5 5 5-5M4 20h16',
  edit: 'M4 20l1-4L16.5 4.5l3 3L8 19z M14 7l3 3',
} as const

type IconName = keyof typeof paths

/** Beside words, never instead of them. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
