const paths = {
  add: 'M12 5v14M5 12h14',
  back: 'M19 12H5m6-6-6 6 6 6',
  check: 'm4 12.5 5 5L20 6.5',
  clear: 'M6 6l12 12M18 6 6 18',
  download: 'M12 4v11m-5-5 5 5 5-5M4 20h16',
  edit: 'M4 20l1-4L16.5 4.5l3 3L8 19z M14 7l3 3',
  home: 'M4 11.5 12 4l8 7.5M6.5 10v10h11V10',
  mail: 'M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5',
  next: 'M5 12h14m-6-6 6 6-6 6',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20',
  sign: 'M3 20h18M4 15c4-9 8-11 9-9s-5 9-3 9.5 4-4 6-4-.5 3 1 3 2-1 3-2',
  signOut: 'M10 4H5v16h5M9 12h11m-4-4 4 4-4 4',
  view: 'M2.5 12C6 6.5 18 6.5 21.5 12 18 17.5 6 17.5 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  warning: 'M12 4 2.5 20h19zM12 10v5m0 2.5v.1',
} as const

type IconName = keyof typeof paths

/** A line drawing beside words, never instead of them. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
