import { expect, test } from 'vitest'
import { answers } from '../../support/app/application-answers.ts'
import { decisionJson, sampleSigned } from '../../support/pdf/sheets.ts'

test.each([
  ['application', Object.values(answers)],
  ['signed document', [sampleSigned.fields, sampleSigned.directors]],
])('has no two equal answers in the sample %s, so that no test confuses them', (_, sample) => {
  const all = textsIn(sample).map((text) => text.toLowerCase())
  expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([])
})

test('names nobody and no moment twice in the sample decision', () => {
  const { decider, decidedBy, decidedAt, mailbox, receipt } = JSON.parse(decisionJson())
  const moments = [sampleSigned.signedAt, decidedAt, mailbox.at, receipt.takenAt]
  const names = [decider.name, decidedBy, ...textsIn(sampleSigned.directors)]
  const all = [...moments, ...names, mailbox.address, receipt.to]
  expect(new Set(all).size).toBe(all.length)
})

/** Every text within a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(textsIn)
}
