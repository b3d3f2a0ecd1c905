import { z } from 'zod'
import { agreedTerms } from '#src/forms/admin/agreed-schema.ts'
import { roles } from '#src/forms/admin/roles.ts'
import { signInTexts } from '#src/forms/sign-in/sign-in-texts.ts'
import { emailText, optionalText, requiredText, rowNumber } from '#src/forms/text-schema.ts'

const secret = (message: string) => z.string({ error: message }).min(1, message).max(512, message)

export const adminSignIn = z.object({
  username: requiredText(64, { error: signInTexts.username }),
  password: secret(signInTexts.password),
})

/** The code of the second factor, or a recovery code. */
export const secondFactor = z.object({ code: requiredText(64, { error: signInTexts.code }) })

/** New recovery codes: `made` is when those were made that the page was about, 0 without any. */
export const recoveryRenewal = secondFactor.extend({
  made: z.coerce.number().int().min(0).catch(-1),
})

/** The password once more. */
export const confirmPassword = z.object({ password: secret(signInTexts.password) })

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

/** The signature image of the admin's profile. */
export const profileSignature = z.object({
  signature: z.string({ error: 'Signature is required' }).min(1, 'Signature is required'),
})

/** An approval: the customer code (rule 112), and what accounts agreed. */
export const approval = z.object({
  customerCode: requiredText(50, { error: 'Customer code is required' }),
  ...agreedTerms,
})

export type Approval = z.infer<typeof approval>

const reason = optionalText(2000, { error: 'The reason must be text', area: true })

/** Which proposal somebody confirms, as the page names it. */
export const proposalMark = z.object({ proposal: z.string().max(64).catch('') })

/** A proposal that is declined or withdrawn; only who proposed it may do without a reason. */
export const declinedProposal = proposalMark.extend({
  declineReason: reason,
})

/** Reject: the reason may stay empty. */
export const rejection = z.object({ reason })

/** An internal note. */
export const note = z.object({
  text: requiredText(2000, { error: 'Note is required', area: true }),
})

/** Where a client signs in from now on. */
export const signInAddress = z.object({
  email: emailText(signInTexts.email),
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
export const teamInvitation = z.object({
  username: requiredText(64, { error: signInTexts.username }),
  email: emailText(signInTexts.email),
  role,
})

/** The invitation that an action is about, by its number. */
export const teamInvitationId = z.object({ invitation: rowNumber('Invitation is required') })
