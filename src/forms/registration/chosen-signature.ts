/** Drops the signature that is not selected on the screen. */
export function keepChosenSignature(form: FormData | URLSearchParams) {
  const choice = form.getAll('signing').at(-1)
  if (choice === 'draw') form.delete('typedName')
  if (choice !== 'type') return
  const name = String(form.get('signerName') ?? '').trim()
  form.set('typedName', name)
  form.delete('authSignature')
  // without a typed name there is no signature, even if a drawing is stored
  if (!name) form.set('authSignature', '')
}
