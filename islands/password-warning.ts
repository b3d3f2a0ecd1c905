import { passwordWarning } from '#src/forms/password-warning.ts'

const line = document.getElementById('password-warning')
const input = document.querySelector<HTMLInputElement>('#password')
let common: Promise<string[]> | undefined

// the list is small, but only who types a password needs it
input?.addEventListener('change', async () => {
  common ??= fetch('/api/client/common-passwords').then((answer) => answer.json())
  const names = JSON.parse(line?.dataset.names ?? '[]')
  const warning = passwordWarning(input.value, names, await common.catch(() => []))
  if (line) line.textContent = warning
})
