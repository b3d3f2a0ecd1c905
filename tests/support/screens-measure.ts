/** Runs in the page: whether anything makes the page itself scroll sideways. */
export const scrollsSideways = () =>
  document.documentElement.scrollWidth > document.documentElement.clientWidth

/**
 * Runs in the page: controls that are too small to hit. Buttons, fields, tabs and summaries have at least 44 pixels of
 * height, boxes to tick have their label; everything else has 24, links inside a sentence aside (WCAG 2.5.8).
 */
export function faultsOfTargets(): string[] {
  const primary = '.button, .input, button, select, summary, textarea, [role=tab]'
  return [...document.querySelectorAll<HTMLElement>(`a[href], input, ${primary}`)].flatMap(
    (control) => {
      const target = control.matches('[type=checkbox], [type=radio]')
        ? (control.closest('label') ?? control)
        : control
      const { width, height } = target.getBoundingClientRect()
      const hidden = target.closest('.visually-hidden') || !target.checkVisibility()
      const sentence =
        control.matches('a') && control.parentElement?.innerText !== control.innerText
      const least = control.matches(primary) ? 44 : 24
      if (hidden || (sentence && !control.matches(primary))) return []
      if (height >= least - 0.5 && width >= 23.5) return []
      const name = control.innerText || control.getAttribute('name')
      return [`${Math.round(width)} by ${Math.round(height)} pixels: ${control.tagName} ${name}`]
    },
  )
}

/** Runs in the page, with forced colours: fields and buttons that have lost their border or their focus. */
export function faultsOfBorders(): string[] {
  const controls = document.querySelectorAll<HTMLElement>('.button, .input, [role=tab], a[href]')
  return [...controls].flatMap((control) => {
    if (!control.checkVisibility() || control.matches(':disabled, [tabindex="-1"]')) return []
    const name = control.innerText || control.getAttribute('name')
    const edged = control.matches('.button, .input')
    const edge = getComputedStyle(control)
    const bare = edge.borderTopStyle === 'none' || edge.borderTopColor === 'rgba(0, 0, 0, 0)'
    control.focus({ focusVisible: true } as FocusOptions)
    const focus = getComputedStyle(control)
    const unseen = focus.outlineStyle === 'none' || Number.parseFloat(focus.outlineWidth) < 2
    return [
      ...(edged && bare ? [`no border: ${name}`] : []),
      ...(document.activeElement === control && unseen ? [`no focus ring: ${name}`] : []),
    ]
  })
}
