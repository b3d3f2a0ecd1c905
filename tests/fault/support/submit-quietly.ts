import { submitApplication } from '#src/domain/signing/submit.ts'
import { saveSchema } from '#src/forms/registration/save.ts'
import { hashToken } from '#src/security/tokens.ts'
import { fillDraft } from '../../support/app/applicants.ts'
import { finalSave } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { giveDocument } from '../../support/mail/sealed-document.ts'
import { drawn } from '../../support/pdf/signatures.ts'

/**
 * Makes an application and submits it beside the server, with random bytes as its document; returns its id. For tests
 * that read no signed document: the server makes none.
 */
export async function submitQuietly(
  app: TestApp,
  browser: Browser,
  changes: Record<string, unknown>,
): Promise<string> {
  const id = await fillDraft(browser, changes)
  const tokenHash = hashToken(browser.cookies.get('draft') ?? '')
  const applicant = { kind: 'applicant' as const, tokenHash, address: '127.0.0.1', agent: '' }
  submitApplication(app.deps, applicant, id, drawn(saveSchema.parse(finalSave(changes))))
  giveDocument(app, id, { sealedAt: Date.now() })
  return id
}
