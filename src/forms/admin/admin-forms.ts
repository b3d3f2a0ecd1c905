import { z } from 'zod'
import { roles } from '#src/forms/admin/roles.ts'
import { lengths, messages } from '#src/forms/fields/field.ts'
import { signInTexts } from '#src/forms/sign-in/sign-in-texts.ts'
import { cleanedText, emailText, requiredText, rowNumber } from '#src/forms/text-schema.ts'

const secret = (message: string) => z.string({ error: message }).min(1, message).max(512, message)

export const adminSignIn = z.object({
  username: requiredText(64, { error: signInTexts.username }),
  password: secret(signInTexts.password),
})

export const secondFactor = z.object({ code: requiredText(64, { error: signInTexts.code }) })

export const ownPassword = z.object({
  currentPassword: z.string({ error: 'must be text' }).max(512, messages.tooLong(512)).optional(),
})

export const secondFactorStep = secondFactor.extend(ownPassword.shape)

/** `made` is the time at which the codes on the page were made, or 0 if there were none. */
export const recoveryRenewal = secondFactor.extend({
  made: z.coerce.number().int().min(0).catch(-1),
})

/** The domain decides how strong the password must be. */
export const changePassword = z.object({
  currentPassword: secret('Current password is required'),
  newPassword: secret('New password is required'),
})

const fullName = requiredText(lengths.line, { error: 'Your full name is required' })

export const ownName = z.object({ fullName })

const newPasswords = z.object({
  // a token that is not text is treated as a wrong token
  token: z.string().max(200).catch(''),
  password: secret(signInTexts.password),
  confirmPassword: secret(signInTexts.password),
})

const isRepeated = (form: z.infer<typeof newPasswords>) => form.password === form.confirmPassword
const differs = { error: signInTexts.match, path: ['confirmPassword'] }

export const firstAdministrator = z
  .object({
    username: requiredText(64, { error: signInTexts.username }),
    email: z.union([z.literal(''), emailText(signInTexts.email)]).default(''),
    fullName,
  })
  .extend(newPasswords.shape)
  .refine(isRepeated, differs)

export const forgottenPassword = newPasswords.refine(isRepeated, differs)

export const acceptedInvitation = newPasswords.extend({ fullName }).refine(isRepeated, differs)

const nameFirst = 'Draw your signature or type your name first'

/** The signature is a drawing as a data URI or a typed name. */
export const profileSignature = z
  .object({
    signature: z.string().catch(''),
    typedName: cleanedText(lengths.line, { error: nameFirst }).default(''),
  })
  .refine(({ signature, typedName }) => signature || typedName, {
    error: nameFirst,
    path: ['typedName'],
  })

export const openSession = z.object({
  session: z
    .string({ error: 'Session is required' })
    .regex(/^[\da-f-]{36}$/, 'Session is required'),
})

const role = z.enum(roles, { error: 'Choose a role' })

export const passwordLink = ownPassword.extend({ email: emailText(signInTexts.email).optional() })

export const ownEmail = ownPassword.extend({ email: emailText(signInTexts.email) })

export const teamRole = z.object({ role })

export const teamInvitation = ownPassword.extend({
  username: requiredText(64, { error: signInTexts.username }),
  email: emailText(signInTexts.email),
  role,
})

export const teamInvitationId = z.object({ invitation: rowNumber('Invitation is required') })
