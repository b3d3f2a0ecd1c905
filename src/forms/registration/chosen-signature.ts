/** Drops the signature that is not selected on the screen. */
export function keepChosenSignature(form: FormData | URLSearchParams) {
  const chosen = form.getAll('signing').at(-1)
  if (chosen === 'draw') form.delete('typedName')
  if (chosen !== 'type') return
  const name = String(form.get('signerName') ?? '').trim()
  form.set('typedName', name)
  form.delete('authSignature')
  // without a typed name there is no signature, even if a drawing is stored
  if (!name) form.set('authSignature', '')
}
