import { largestLogo, readLogo, removeLogo, saveLogo } from '#src/domain/company/logo.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { logoTexts } from '#src/forms/company/company-fields.ts'
import type { Ctx } from '#src/http/context.ts'
import { HttpError } from '#src/http/errors.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'
import { readFileForm } from './body.ts'
import { askPassword } from './mail-settings-save.ts'

/** What the form adds around its file, in bytes, at most. */
const framing = 16 * 1024

/** Uploads or removes the logo, as the form's `action` says; refuses with an error at `logo` or `currentPassword`. */
export async function changeLogo(c: Ctx) {
  const admin = requireAdmin(c, 'settings')
  const form = await readForm(c)
  const password = form.get('currentPassword')
  await askPassword(c, admin, typeof password === 'string' ? { currentPassword: password } : {})
  const seen = String(form.get('seen') ?? '')
  if (form.get('action') === 'remove') return removeLogo(c.var.deps, admin, seen)
  const file = form.get('logo')
  const bytes = file instanceof Blob ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0)
  const image = await readLogo(c.var.deps, bytes)
  // drawing takes a moment: the session may have ended, and another process may write
  await c.var.whenWritable?.()
  c.var.recheck?.()
  saveLogo(c.var.deps, admin, image, seen)
}

async function readForm(c: Ctx) {
  try {
    return await readFileForm(c, largestLogo + framing)
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 413) throw error
    throw new Refusal('too-large', logoTexts.notLogo, { errors: { logo: logoTexts.notLogo } })
  }
}
