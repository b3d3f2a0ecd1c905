import { z } from 'zod'
import { signInTexts } from './sign-in-texts.ts'
import { cleanText } from './text.ts'

const word = (message: string, most: number) =>
  z.string({ error: message }).trim().min(1, message).max(most, `Use ${most} characters or fewer`)

const secret = (message: string) => z.string({ error: message }).min(1, message).max(512, message)

const optionalText = (most: number) =>
  z
    .string()
    .nullish()
    .transform((text) => cleanText(text ?? '', true) || null)
    .refine((text) => (text ?? '').length <= most, `Use ${most} characters or fewer`)

/** Admin sign-in (spec 5). */
export const adminSignIn = z.object({
  username: word(signInTexts.username, 64),
  password: secret(signInTexts.password),
})
export type AdminSignIn = z.infer<typeof adminSignIn>

/** The code of the second factor, or a recovery code. */
export const secondFactor = z.object({ code: word(signInTexts.code, 64) })

/** The password once more. */
export const confirmPassword = z.object({ password: secret(signInTexts.password) })

/** A new password for the admin's own account; how strong it must be is the domain's question. */
export const changePassword = z.object({
  currentPassword: secret('Current password is required'),
  newPassword: secret('New password is required'),
})

/** The signature image of the admin's profile. */
export const profileSignature = z.object({
  signature: z.string({ error: 'Signature is required' }).min(1, 'Signature is required'),
})

/** Approve (spec 5; contract 5.16): a code of 1 to 50 characters. */
export const approval = z.object({
  customerCode: z
    .string({ error: 'Customer code is required' })
    .transform((text) => cleanText(text, false))
    .pipe(z.string().min(1, 'Customer code is required').max(50, 'Use 50 characters or fewer')),
})

/** Reject: the reason may stay empty. */
export const rejection = z.object({ reason: optionalText(2000) })

/** An internal note. */
export const note = z.object({
  text: z
    .string({ error: 'Note is required' })
    .transform((text) => cleanText(text, true))
    .pipe(z.string().min(1, 'Note is required').max(2000, 'Use 2000 characters or fewer')),
})

const wrongAddress = 'Please enter a valid email address'

/** Where a client signs in from now on. */
export const signInAddress = z.object({
  email: z
    .string({ error: wrongAddress })
    .trim()
    .max(254, wrongAddress)
    .pipe(z.email(wrongAddress)),
})
