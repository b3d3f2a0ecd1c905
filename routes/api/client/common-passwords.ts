import { guessedFirst } from '#src/domain/passwords.ts'
import type { Ctx } from '#src/http/context.ts'

/** Passwords that are guessed first: the screen warns of them beside the field, before one is sent anywhere. */
export const GET = (c: Ctx) =>
  c.json(guessedFirst(), 200, { 'Cache-Control': 'public, max-age=86400' })
