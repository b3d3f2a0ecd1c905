const line = document.getElementById('password-warning')
const input = document.querySelector<HTMLInputElement>('#password')
let common: Promise<string[]> | undefined

// The rule and the list are small, but only who types a password needs them.
input?.addEventListener('change', async () => {
  const { passwordWarning } = await import('#src/forms/password-warning.ts')
  common ??= fetch('/api/client/common-passwords').then(listIn)
  const names = JSON.parse(line?.dataset.names ?? '[]')
  const warning = passwordWarning(input.value, names, await common.catch(() => []))
  if (line) line.textContent = warning
})

/** The body is read whatever the status: an answer that nobody reads keeps its connection. */
async function listIn(answer: Response): Promise<string[]> {
  const list = await answer.json()
  return answer.ok ? list : []
}
