import { z } from 'zod'
import { emailText } from '#src/forms/text-schema.ts'
import { signInTexts } from './sign-in-texts.ts'

const email = emailText(signInTexts.email)

/** Client sign-in. The password is taken as it is; a long one is a wrong one, not an invalid one. */
export const clientSignIn = z.object({
  email,
  password: z.string({ error: signInTexts.password }).min(1, signInTexts.password),
})

/** A customer asks to sign in with another address. */
export const moveSignIn = z.object({
  email,
  password: z.string({ error: signInTexts.password }).min(1, signInTexts.password),
})

export const forgotPassword = z.object({ email })
