import { type Company, defaultLogo } from './company.ts'

/**
 * The company's logo in a box of fixed size, so a late image moves nothing. `picture` keeps React from sending a
 * preload link ahead of the page. A logo of the operator's own gets a white plate in the dark theme, because most
 * are drawn for white paper.
 */
export function Logo({ company, size = 'small' }: { company: Company; size?: 'small' | 'large' }) {
  const own = company.logo !== defaultLogo
  const height = size === 'small' ? 44 : 96
  const width = own ? height * (size === 'small' ? 4 : 2.5) : height
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
