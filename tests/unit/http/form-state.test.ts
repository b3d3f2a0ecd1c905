import { expect, test } from 'vitest'
import { z } from 'zod'
import { approval, recordEdit } from '#src/forms/admin/review-forms.ts'
import { clientSignIn } from '#src/forms/sign-in/sign-in.ts'
import { formState } from '#src/http/form-state.ts'

test('tells the browser which fields are numbers, switches, lists and rows', () => {
  const schema = z.object({
    name: z.string().nullish(),
    port: z.union([z.number(), z.string()]).transform(Number),
    secure: z.preprocess((input) => input === 'true', z.boolean()),
    kinds: z.array(z.string()).optional(),
    directors: z.array(z.object({ name: z.string() })),
  })
  expect(formState(schema as never).kinds).toEqual({
    name: 'text',
    port: 'number',
    secure: 'boolean',
    kinds: 'list',
    directors: 'rows',
  })
  expect(formState(approval as never).kinds).toMatchObject({
    customerCode: 'text',
    creditLimit: 'number',
    isInDocument: 'boolean',
  })
})

test("uses the schema's messages for a blank field and for a wrong one", () => {
  const { texts, constraint } = formState(clientSignIn)
  expect(texts.email).toEqual({
    blank: 'Please enter a valid email address',
    wrong: 'Please enter a valid email address',
  })
  expect(texts.password).toEqual({ blank: 'Password is required' })
  expect(constraint.password?.required).toBe(true)
})

test('writes values as a form has them', () => {
  const schema = z.object({ limit: z.number().nullable(), on: z.boolean() })
  expect(formState(schema, { values: { limit: null, on: true } }).values).toEqual({
    limit: '',
    on: 'true',
  })
})

test('knows the constraints of a schema that is transformed as a whole', () => {
  const { constraint, kinds } = formState(recordEdit as never)
  expect(kinds).toMatchObject({ buyerName: 'text' })
  expect(constraint.buyerName?.required).toBe(false)
})
