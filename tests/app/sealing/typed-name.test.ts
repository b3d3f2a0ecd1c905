import { expect, test } from 'vitest'
import { wholeForm } from '../../support/app/application-answers.ts'
import { issueAll, storedDocuments } from '../../support/app/documents.ts'
import { testApp } from '../../support/app/test-app.ts'

const signer = 'Tomasz Żółć'

test('a name typed into the form without scripts stands on the certificate page as a typed name', async () => {
  const app = testApp()
  const browser = app.browser()
  const typed = { step: 'submit', typedName: signer, authSignature: undefined }
  const { status, text } = await browser.postForm('/client-form', wholeForm(typed))
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
