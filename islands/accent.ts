import { accentFault, isColour, textOn } from '#src/forms/company/accent.ts'

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
    note.textContent = accentFault(colour) ?? ''
    paint(preview, colour)
  }
  picker.oninput = () => {
    input.value = picker.value
    show()
  }
  input.oninput = show
  show()
}

function paint(preview: HTMLElement, colour: string) {
  preview.style.setProperty('--signal', colour)
  for (const { style } of preview.querySelectorAll<HTMLElement>('.button')) {
    style.background = colour
    style.color = textOn(colour)
    style.borderBlockEndColor = 'var(--ink)'
  }
}
