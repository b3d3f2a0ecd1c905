import { textOn } from '#src/forms/company/accent.ts'

/** The address of the stylesheet for a company's accent colour; it names the colour, so browsers can keep it. */
export const accentSheet = (accent: string): string => `/accent.css?v=${accent.slice(1)}`

/** The accent colour on marks, bars and the main buttons. It stands outside the layers of the other styles. */
export const accentStyles = (accent: string): string => {
  const button = '.button-primary:not(:disabled,[aria-disabled="true"])'
  return [
    `:root{--signal:${accent}}`,
    `${button}{background:${accent};color:${textOn(accent)};border-block-end-color:var(--ink)}`,
    `${button}:hover{background:var(--ink);color:var(--paper);border-block-end-color:${accent}}`,
  ].join('\n')
}
