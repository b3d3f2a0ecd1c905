import { HtmlValidate } from 'html-validate'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Progress } from '#islands/registration-form/Steps.tsx'
import { CheckboxGroup, RadioGroup } from '#src/ui/fields/ChoiceGroup.tsx'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'

const options = [
  { value: 'credit', label: 'Credit', hint: 'Pay on agreed terms' },
  { value: 'cash', label: 'Cash' },
]

test('a field reads label, hint, error, control, and the control names its hint and error', () => {
  const html = renderToStaticMarkup(
    <TextField
      id="vatNo"
      name="vatNo"
      label="VAT number"
      hint="9 digits"
      error="VAT number is required"
    />,
  )
  expect(html.replace(/<[^>]+>/g, '|')).toMatch(
    /VAT number\|+9 digits\|+Error: \|+VAT number is required/,
  )
  expect(html.indexOf('VAT number is required')).toBeLessThan(html.indexOf('<input'))
  expect(html).toContain('aria-describedby="vatNo-hint vatNo-error"')
  expect(html).toContain('aria-invalid="true"')
})

test('a field without a fault says nothing of validity', () => {
  const html = renderToStaticMarkup(<TextArea id="a" name="a" label="Address" />)
  expect(html).not.toMatch(/aria-(invalid|describedby)/)
})

test('the first choice of a group has the group id, so a link from the summary lands on it', () => {
  const html = renderToStaticMarkup(
    <RadioGroup
      id="accountType"
      name="accountType"
      label="Account"
      options={options}
      defaultValue="cash"
    />,
  )
  expect(inputs(html)).toMatchObject([
    expect.stringMatching(/id="accountType".*value="credit"/),
    expect.stringMatching(/checked.*value="cash"|value="cash".*checked/),
  ])
})

test('no box of a group is demanded by itself', () => {
  const html = renderToStaticMarkup(
    <CheckboxGroup
      id="t"
      name="t"
      label="Types"
      options={options}
      defaultValue={['cash']}
      error="Pick one"
    />,
  )
  expect(inputs(html).map((input) => input.includes('required'))).toEqual([false, false])
  expect(inputs(html).map((input) => input.includes('checked'))).toEqual([false, true])
})

test('the reading tells section, percent and what remains, and is ready on the last', () => {
  const words = (section: number) =>
    renderToStaticMarkup(<Progress section={section} of={5} />).replace(
      /<progress.*<\/progress>|<[^>]+>/g,
      ' ',
    )
  expect(words(1).split(/ {2,}/).filter(Boolean)).toEqual(['Section 1 of 5', '20%', '4 remaining'])
  expect(words(5)).toContain('Ready to submit')
})

test('the error summary is absent without faults and links to each control with them', () => {
  expect(renderToStaticMarkup(<ErrorSummary faults={{}} />)).toBe('')
  const html = renderToStaticMarkup(<ErrorSummary faults={{ fax: 'Fax is odd' }} />)
  expect(html).toContain('<a href="#fax">Fax is odd</a>')
})

test.each<[string, ReactElement]>([
  ['a text field', <TextField key="1" id="x" name="x" label="X" hint="h" error="e" required />],
  ['radios', <RadioGroup key="2" id="x" name="x" label="X" options={options} error="e" required />],
  ['boxes', <CheckboxGroup key="3" id="x" name="x" label="X" options={options} error="e" />],
  ['the reading', <Progress key="4" section={2} of={5} />],
  ['the summary', <ErrorSummary key="5" faults={{ x: 'X' }} />],
])('%s is valid HTML', async (_, element) => {
  const report = await validator.validateString(renderToStaticMarkup(element))
  expect(
    report.results.flatMap(({ messages }) => messages.map((m) => `${m.ruleId}: ${m.message}`)),
  ).toEqual([])
})

const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })

const inputs = (html: string) => html.match(/<input[^>]*>/g) ?? []
