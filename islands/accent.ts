import { accentOn, isColour, type Theme, textOn } from '#src/forms/company/accent.ts'

const picker = Object.assign(document.createElement('input'), { type: 'color', id: 'picker' })
picker.className = 'accent-picker'
picker.ariaLabel = 'Pick the accent colour'
const note = Object.assign(document.createElement('p'), { className: 'hint', role: 'status' })

wake()
// a save merges a page in which they are not
document.addEventListener('page-merged', wake)

function wake() {
  const input = document.querySelector<HTMLInputElement>('[name=accent]')
  const preview = document.querySelector<HTMLElement>('#accent-preview')
  if (!input || !preview) return
  input.after(picker)
  preview.after(note)
  picker.value = input.placeholder
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
  const [light, dark] = [accentOn('light', colour), accentOn('dark', colour)]
  if (light !== colour)
    return `${colour} is used as it is in the dark theme and in documents. In the light theme it becomes ${light}, so that it can be seen.`
  return dark === colour
    ? `${colour} is used as it is everywhere.`
    : `${colour} is used as it is in the light theme and in documents. In the dark theme it becomes ${dark}, so that it can be seen.`
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
