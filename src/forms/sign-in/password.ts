import { z } from 'zod'
import { signInTexts } from './sign-in-texts.ts'

const most = 128

/** Characters as people count them. */
const characters = (text: string) => [...text].length

const newPassword = z
  .string({ error: signInTexts.short })
  // a character has at most two UTF-16 units
  .max(2 * most, { error: signInTexts.long, abort: true })
  .refine((text) => characters(text) >= 8, { error: signInTexts.short, abort: true })
  .refine((text) => characters(text) <= most, { error: signInTexts.long })

/** The call. A token of any other kind than text is a bad token. */
export const setPassword = z.object({ token: z.string().max(200).catch(''), password: newPassword })

/** The screen's two fields: the second says when they differ. */
export const setPasswordForm = setPassword
  .extend({ confirmPassword: newPassword })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    error: signInTexts.match,
    path: ['confirmPassword'],
  })
