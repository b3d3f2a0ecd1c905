import { z } from 'zod'
import { emailText } from '#src/forms/text-schema.ts'
import { signInTexts } from './sign-in-texts.ts'

const email = emailText(signInTexts.email)

/** Also reads the request to move a sign-in. A password that is too long is a wrong password, not an invalid one. */
export const clientSignIn = z.object({
  email,
  password: z.string({ error: signInTexts.password }).min(1, signInTexts.password),
})

export const forgotPassword = z.object({ email })

const most = 128

const characters = (text: string) => [...text].length

const newPassword = z
  .string({ error: signInTexts.short })
  // a character has at most two UTF-16 units
  .max(2 * most, { error: signInTexts.long, abort: true })
  .refine((text) => characters(text) >= 8, { error: signInTexts.short, abort: true })
  .refine((text) => characters(text) <= most, { error: signInTexts.long })

/** A token that is not text is treated as a wrong token. */
export const setPassword = z.object({ token: z.string().max(200).catch(''), password: newPassword })

export const setPasswordForm = setPassword
  .extend({ confirmPassword: newPassword })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    error: signInTexts.match,
    path: ['confirmPassword'],
  })
