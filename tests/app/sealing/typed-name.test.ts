import { expect, test } from 'vitest'
import { answers } from '../../support/app/application-answers.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { testApp } from '../../support/app/test-app.ts'

const signer = 'Tomasz Żółć'

test('a name typed into the form without scripts stands on the certificate page as a typed name', async () => {
  const app = testApp()
  const browser = app.browser()
  const { status, text } = await browser.send('/client-form', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: wholeForm().toString(),
  })
  expect(status, text).toBe(303)
  await issueAll(app)
  const [document] = storedDocuments(app)
  expect(document?.sealedAt).toBe(app.clock.now)
  expect(JSON.parse(document?.data ?? '{}')).toMatchObject({
    signature: { kind: 'typed', typedName: signer, hasInk: true },
  })
  expect(document?.signature).toBeInstanceOf(Buffer)
  expect(app.pdf.rendered[0]?.certificate?.facts).toContainEqual(
    expect.objectContaining({ label: 'How', value: `Typed name: ${signer}` }),
  )
})

/** Every section and a typed name, as a browser without scripts posts them. */
function wholeForm(): URLSearchParams {
  const { authSignature: _, ...delivery } = answers[5]
  const form = new URLSearchParams({ step: 'submit', typedName: signer })
  const sections = { ...answers[1], ...answers[3], ...answers[4], ...delivery }
  for (const [name, value] of Object.entries(sections))
    for (const each of Array.isArray(value) ? value : [value])
      form.append(name, each === true ? 'yes' : String(each))
  for (const [at, { name, position }] of answers[2].directors.entries()) {
    form.append(`directors[${at}].name`, name)
    form.append(`directors[${at}].position`, position)
  }
  return form
}
