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

/**
 * Runs in the page, at 400 % zoom: a page that scrolls sideways, and controls that cannot be scrolled to where they
 * can be pressed. Under an open dialog only its own count.
 */
export function faultsOfReach(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const sideways = scrollWidth > clientWidth ? ['scrolls sideways at 400 %'] : []
  const scope = document.querySelector('dialog:modal') ?? document
  const controls = scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')
  const reached = [...controls].flatMap((control) => {
    if (!control.checkVisibility() || control.closest('.visually-hidden, .skip')) return []
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    // a link may be broken over two lines, with nothing of it in its middle
    const boxes = [control.getBoundingClientRect(), ...control.getClientRects()]
    const hits = boxes.map((box) =>
      document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2),
    )
    // a message that lies over the control can be dismissed
    const reaches = (hit: Element | null) =>
      hit && (control.contains(hit) || hit.contains(control) || hit.closest('#toasts'))
    if (hits.some(reaches)) return []
    return [`out of reach at 400 %: ${control.innerText || control.getAttribute('name')}`]
  })
  return [...sideways, ...reached]
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

/** Runs in the page, as it is printed: paper that is not white, words that are not black, and what the edge cuts. */
export function faultsOnPaper(): string[] {
  const faults: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) faults.push('wider than the paper')
  if (getComputedStyle(document.documentElement).backgroundColor !== 'rgb(255, 255, 255)')
    faults.push('the paper is not white')
  for (const part of document.querySelectorAll<HTMLElement>('body, main *, footer *')) {
    const { color, overflowX } = getComputedStyle(part)
    const hidden = part.closest('.visually-hidden, svg') || !part.checkVisibility()
    if (hidden || part.scrollWidth === 0) continue
    const words = [...part.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim())
    if (words && color !== 'rgb(0, 0, 0)') faults.push(`${color}: ${part.innerText}`)
    if (overflowX !== 'visible' && part.scrollWidth > part.clientWidth)
      faults.push(`cut: ${part.className}`)
  }
  return faults
}
