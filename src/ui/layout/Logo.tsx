import { type Company, defaultLogo } from './company.ts'

/**
 * The company's logo in a box of fixed size, so a late image moves nothing. `picture` stops React from preloading it. A
 * custom logo gets a white plate in the dark theme.
 */
export function Logo({ company, size = 'small' }: { company: Company; size?: 'small' | 'large' }) {
  const own = company.logo !== defaultLogo
  const [height, width] = own ? ownBoxes[size] : markBoxes[size]
  return (
    <picture>
      <img
        className={own ? 'logo logo-plate' : 'logo'}
        src={company.logo}
        alt={company.name}
        width={width}
        height={height}
      />
    </picture>
  )
}

/** Height and width in CSS pixels. A wide logo has to fit between the two ends of the dial at 320 px. */
const ownBoxes = { small: [44, 176], large: [64, 184] } as const
const markBoxes = { small: [44, 44], large: [96, 96] } as const
