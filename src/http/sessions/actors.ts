import type { Actor } from '#src/domain/actor.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminOf } from './admin-session.ts'
import { clientOf } from './client-session.ts'
import { applicantOf } from './draft-cookie.ts'

/** Everybody that the browser's cookies stand for: one browser may hold a draft and be signed in as well. */
export const actorsOf = (c: Ctx): Actor[] =>
  [adminOf(c), clientOf(c), applicantOf(c)].filter((actor) => actor !== null)
