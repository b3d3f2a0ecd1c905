import { z } from 'zod'
import { lengths } from './kinds.ts'
import { signInTexts } from './sign-in-texts.ts'
import { cleanText } from './text.ts'

const email = z
  .string({ error: signInTexts.email })
  .transform((text) => cleanText(text, false))
  .pipe(z.email({ error: signInTexts.email }).max(lengths.email, signInTexts.email))

/** Client sign-in (spec 5). The password is taken as it is; a long one is a wrong one, not an invalid one. */
export const clientSignIn = z.object({
  email,
  password: z.string({ error: signInTexts.password }).min(1, signInTexts.password),
})

/** Forgot password (spec 5; contract 3). */
export const forgotPassword = z.object({ email })
