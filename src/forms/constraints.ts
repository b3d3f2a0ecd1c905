import { getZodConstraint } from '@conform-to/zod/v4'
import { z } from 'zod'
import { sections } from './registration.ts'
import type { Rule, Rules } from './rules.ts'

/**
 * The table of constraints and messages that the browser gets instead of the schema. Constraints come from conform's
 * reading of it; the message is what the schema itself says to nothing.
 */
export function registrationRules(): Rules {
  return Object.fromEntries(
    Object.values(sections).flatMap((section) => {
      const constraints = getZodConstraint(section)
      return Object.entries<z.ZodType>(section.shape).map(([name, schema]) => [
        name,
        ruleOf(schema, constraints[name]?.maxLength),
      ])
    }),
  )
}

function ruleOf(schema: z.ZodType, max: number | undefined): Rule {
  const message = schema.safeParse(undefined).error?.issues[0]?.message
  const email = schema.meta()?.kind === 'email'
  return {
    ...(message && { message }),
    ...(max && { max }),
    ...(email && { pattern: z.regexes.email.source }),
  }
}
