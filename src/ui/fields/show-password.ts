export function wakeShowPassword() {
  for (const button of document.querySelectorAll<HTMLElement>('[data-reveals]')) {
    button.hidden = false
    button.onclick = () => toggle(button)
  }
}

function toggle(button: HTMLElement) {
  const hides = button.ariaPressed === 'true'
  for (const id of button.dataset.reveals?.split(' ') ?? []) {
    const input = document.getElementById(id) as HTMLInputElement | null
    if (input) input.type = hides ? 'password' : 'text'
  }
  button.ariaPressed = String(!hides)
}
