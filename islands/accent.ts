import { accentOn, isColour, type Theme, textOn } from '#src/forms/company/accent.ts'

const input = document.querySelector<HTMLInputElement>('[name=accent]')
const preview = document.querySelector<HTMLElement>('#accent-preview')

if (input && preview) {
  const picker = Object.assign(document.createElement('input'), { type: 'color', id: 'picker' })
  picker.className = 'accent-picker'
  picker.ariaLabel = 'Pick the accent colour'
  picker.value = input.placeholder
  const note = Object.assign(document.createElement('p'), { className: 'hint', role: 'status' })
  input.after(picker)
  preview.after(note)
  const show = () => {
    const colour = input.value.trim()
    if (!isColour(colour)) return
    picker.value = colour
    note.textContent = outcomeOf(colour)
    for (const theme of ['light', 'dark'] as const) paint(theme, accentOn(theme, colour))
  }
  picker.oninput = () => {
    input.value = picker.value
    show()
  }
  input.oninput = show
  show()
}

function outcomeOf(colour: string): string {
  const { light, dark } = { light: accentOn('light', colour), dark: accentOn('dark', colour) }
  const kept = `Emails and documents use ${colour} itself`
  if (light !== colour)
    return `${kept}. Light pages use ${light}, which is darker, so that it can be made out.`
  return dark === colour
    ? `${kept}, and so do all pages.`
    : `${kept}, and so do light pages. Dark pages use ${dark}, which is lighter, so that it can be made out.`
}

function paint(theme: Theme, colour: string) {
  const sample = document.querySelector<HTMLElement>(`.accent-${theme}`)
  sample?.style.setProperty('--signal', colour)
  const button = sample?.querySelector<HTMLElement>('.button')
  if (!button) return
  button.style.background = colour
  button.style.color = textOn(colour)
  button.style.borderBlockEndColor = 'var(--ink)'
}
