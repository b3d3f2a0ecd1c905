import type { SubmissionResult } from '@conform-to/react'
import { getZodConstraint } from '@conform-to/zod/v4'
import type { z } from 'zod'
import type { Json } from '#src/framework/island.tsx'
import type { FormState, Kind, Reply } from '#src/ui/forms/form-state.ts'

type State = {
  /** What the fields contain. Numbers, switches and `null` are written as a form has them. */
  values?: Record<string, unknown>
  lastResult?: SubmissionResult | null | undefined
}

/**
 * Returns what an island's form needs from its schema: constraints, kinds and messages. The schema itself stays on
 * the server.
 */
export function formState<Input extends Record<string, unknown>>(
  schema: z.ZodType<unknown, Input>,
  { values = {}, lastResult = null }: State = {},
): FormState<Extract<keyof Input, string>> {
  const facts = known.get(schema) ?? factsOf(schema)
  known.set(schema, facts)
  return {
    ...(facts as Facts<Extract<keyof Input, string>>),
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, asTyped(value)]),
    ),
    reply: (lastResult ?? null) as Reply | null,
  }
}

type Facts<Name extends string> = Pick<FormState<Name>, 'constraint' | 'kinds' | 'texts'>

const known = new WeakMap<z.ZodType, Facts<string>>()

function factsOf(schema: z.ZodType): Facts<string> {
  const shape = shapeOf(schema)
  const names = Object.keys(shape)
  return {
    constraint: getZodConstraint(rootOf(schema) as never) as Facts<string>['constraint'],
    kinds: Object.fromEntries(names.map((name) => [name, kindOf(shape[name] as z.ZodType)])),
    texts: textsOf(schema, shape),
  }
}

/** Returns the input of a transform. Conform refuses a schema whose root is a transform. */
function rootOf(schema: z.ZodType): z.ZodType {
  const [first, ...more] = partsOf(schema)
  return first && more.length === 0 ? first : schema
}

/** Finds the schema's messages by checking an empty form and a letter in each field. */
function textsOf(schema: z.ZodType, shape: Record<string, z.ZodType>): Facts<string>['texts'] {
  const blank = firstTexts(schema, {})
  const texts = Object.entries(shape).map(([name, field]) => {
    const wrong = firstTexts(field, 'x')['']
    return [name, { ...(blank[name] && { blank: blank[name] }), ...(wrong && { wrong }) }]
  })
  return Object.fromEntries(texts)
}

function firstTexts(schema: z.ZodType, input: unknown): Record<string, string> {
  const texts: Record<string, string> = {}
  try {
    for (const { path, message } of schema.safeParse(input).error?.issues ?? [])
      texts[String(path[0] ?? '')] ??= message
  } catch {
    // the check needs several fields or the time, so only the server can report it
  }
  return texts
}

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  in?: z.ZodType
  out?: z.ZodType
  left?: z.ZodType
  right?: z.ZodType
  options?: z.ZodType[]
  element?: z.ZodType
  innerType?: z.ZodType
}

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def

/** Returns what a value must be before transforms. The parts of an intersection or union are listed side by side. */
function partsOf(schema: z.ZodType): z.ZodType[] {
  const { type, in: before, out, left, right, options, innerType } = defOf(schema)
  if (type === 'pipe' && before && out)
    return partsOf(defOf(before).type === 'transform' ? out : before)
  if (options) return options.flatMap(partsOf)
  if (left && right) return [left, right].flatMap(partsOf)
  return innerType ? partsOf(innerType) : [schema]
}

const shapeOf = (schema: z.ZodType): Record<string, z.ZodType> =>
  Object.assign({}, ...partsOf(schema).map((part) => defOf(part).shape ?? {}))

function kindOf(schema: z.ZodType): Kind {
  const parts = partsOf(schema).map(defOf)
  const array = parts.find(({ type }) => type === 'array')
  if (array) return array.element && defOf(array.element).type === 'object' ? 'rows' : 'list'
  // a schema says no more than this about a file
  if (parts.every(({ type }) => type === 'unknown')) return 'file'
  const isBoolean = parts.some(({ type }) => type === 'boolean')
  const isNumber = parts.some(({ type }) => type === 'number')
  // a schema that accepts both accepts anything, and reads it as text
  if (isBoolean === isNumber) return 'text'
  return isBoolean ? 'boolean' : 'number'
}

/** Converts a value, because a form only has texts, lists and rows. */
function asTyped(value: unknown): Json {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(asTyped)
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asTyped(part)]))
  return String(value)
}
