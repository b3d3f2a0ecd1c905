/** Drops the signature that is not chosen on the screen. */
export function keepChosenSignature(form: FormData | URLSearchParams) {
  const chosen = form.getAll('signing').at(-1)
  if (chosen === 'draw') form.delete('typedName')
  if (chosen !== 'type') return
  const name = String(form.get('signerName') ?? '').trim()
  form.set('typedName', name)
  form.delete('authSignature')
  // no name is no signature, also when a drawing is on file
  if (!name) form.set('authSignature', '')
}
