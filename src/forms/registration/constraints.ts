import { getZodConstraint } from '@conform-to/zod/v4'
import { z } from 'zod'
import { sections } from './registration.ts'
import type { Rule, Rules } from './rules.ts'

/**
 * The table of constraints and messages that the browser gets instead of the schema: what is required as conform reads
 * it, the longest text as the schema has it, and as message what the schema itself says to nothing.
 */
export function registrationRules(): Rules {
  return Object.fromEntries(
    Object.values(sections).flatMap((section) => {
      const constraints = getZodConstraint(section)
      return Object.entries<z.ZodType>(section.shape).map(([name, schema]) => [
        name,
        ruleOf(schema, constraints[name]?.required ?? false),
      ])
    }),
  )
}

function ruleOf(schema: z.ZodType, required: boolean): Rule {
  const message = required && schema.safeParse(undefined).error?.issues[0]?.message
  const max = longestOf(schema)
  const email = schema.meta()?.kind === 'email'
  return {
    ...(message && { message }),
    ...(max && { max }),
    ...(email && { pattern: z.regexes.email.source }),
  }
}

function longestOf(schema: z.ZodType): number | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return longestOf(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodString || schema instanceof z.ZodEmail ? schema.maxLength : null
}
