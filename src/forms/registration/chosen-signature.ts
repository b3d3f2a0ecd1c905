/** Of a form as it stands on screen: the signature that is not chosen there is not sent. */
export function keepChosenSignature(form: FormData | URLSearchParams) {
  const chosen = form.getAll('signing').at(-1)
  if (chosen === 'draw') form.delete('typedName')
  if (chosen !== 'type') return
  form.delete('authSignature')
  form.set('typedName', String(form.get('signerName') ?? ''))
}
