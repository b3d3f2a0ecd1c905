import { z } from 'zod'
import { roles } from '#src/forms/admin/roles.ts'
import { lengths, messages } from '#src/forms/fields/field.ts'
import { signInTexts } from '#src/forms/sign-in/sign-in.ts'
import { cleanedText, emailText, requiredText, rowNumber } from '#src/forms/text-schema.ts'

const secret = (message: string) => z.string({ error: message }).min(1, message).max(512, message)

export const adminSignIn = z.object({
  username: requiredText(64, { error: signInTexts.username }),
  password: secret(signInTexts.password),
})

/** The code of the second factor, or a recovery code. */
export const secondFactor = z.object({ code: requiredText(64, { error: signInTexts.code }) })

/** The admin's own password, in a form that asks for one when the last is long ago. */
export const ownPassword = z.object({
  currentPassword: z.string({ error: 'must be text' }).max(512, messages.tooLong(512)).optional(),
})

/** A step of setting up, renewing or turning off the second factor. */
export const secondFactorStep = secondFactor.extend(ownPassword.shape)

/** New recovery codes: `made` is when those were made that the page was about, 0 without any. */
export const recoveryRenewal = secondFactor.extend({
  made: z.coerce.number().int().min(0).catch(-1),
})

/** A new password for the admin's own account; how strong it must be is the domain's question. */
export const changePassword = z.object({
  currentPassword: secret('Current password is required'),
  newPassword: secret('New password is required'),
})

const newPasswords = z.object({
  // a token of any other kind than text is a bad token
  token: z.string().max(200).catch(''),
  password: secret(signInTexts.password),
  confirmPassword: secret(signInTexts.password),
})

const isRepeated = (form: z.infer<typeof newPasswords>) => form.password === form.confirmPassword
const differs = { error: signInTexts.match, path: ['confirmPassword'] }

/** The first administrator, by the link of the first start. */
export const firstAdministrator = z
  .object({ username: requiredText(64, { error: signInTexts.username }) })
  .extend(newPasswords.shape)
  .refine(isRepeated, differs)

/** The password of somebody who was invited. */
export const acceptedInvitation = newPasswords.refine(isRepeated, differs)

const nameFirst = 'Draw your signature or type your name first'

/** The signature of the admin's profile: a drawing as a data URI, or else a typed name. */
export const profileSignature = z
  .object({
    signature: z.string().catch(''),
    typedName: cleanedText(lengths.line, { error: nameFirst }).default(''),
  })
  .refine(({ signature, typedName }) => signature || typedName, {
    error: nameFirst,
    path: ['typedName'],
  })

/** The session that an action ends, by the name that a page gives it. */
export const openSession = z.object({
  session: z
    .string({ error: 'Session is required' })
    .regex(/^[\da-f-]{36}$/, 'Session is required'),
})

const account = rowNumber('Account is required')

/** The account of the back office that an action is about, by its number. */
export const teamAccount = z.object({ account })

const role = z.enum(roles, { error: 'Choose a role' })

/** Another role for an account, and the role that the page showed. */
export const teamRole = z.object({ account, role, seen: role })

/** An invitation to the back office. */
export const teamInvitation = ownPassword.extend({
  username: requiredText(64, { error: signInTexts.username }),
  email: emailText(signInTexts.email),
  role,
})

/** The invitation that an action is about, by its number. */
export const teamInvitationId = z.object({ invitation: rowNumber('Invitation is required') })
