import type { ComponentProps } from 'react'
import SubmittedReference, { type ReceiptNews } from '#islands/SubmittedReference.tsx'
import type { Deps } from '#src/deps.ts'
import { authorizeDocument } from '#src/domain/applications/access.ts'
import { isReference } from '#src/domain/applications/application.ts'
import { draftsOf } from '#src/domain/applications/draft-access.ts'
import { companyOf, promiseText } from '#src/domain/company/company.ts'
import { canSendEmails, isReceiptComing } from '#src/domain/mailing/status.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { page } from '#src/http/page.ts'
import { adminOf } from '#src/http/sessions/admin-session.ts'
import { clientOf } from '#src/http/sessions/client-session.ts'
import { applicantOf } from '#src/http/sessions/draft-cookie.ts'
import { signerOf } from '#src/http/sessions/signing-cookie.ts'
import { type Company, Layout } from '#src/ui/layout/Layout.tsx'

export const title = 'Application Submitted Successfully!'

/** A stranger sees the same page for every reference. */
export function GET(c: Ctx) {
  const { deps } = c.var
  const id = c.req.query('id') || draftsOf(deps, applicantOf(c)).sent[0]?.id || null
  const opened = id === null ? null : openedHere(c, id)
  const company = companyOf(deps)
  const receipt = {
    id,
    isKnown: id !== null && isReference(id),
    opens: opened !== null,
    isSigned: opened?.kind === 'signed',
    news: receiptNews(deps, opened?.application.id ?? null),
    title,
    email: opened?.application.mainEmail ?? null,
    isSigners: opened?.actor.kind === 'signer',
    promise: promiseText(company),
    salesEmail: company.salesEmail,
  }
  return page(Success, { receipt })
}

function openedHere(c: Ctx, id: string) {
  const actors = [adminOf(c), clientOf(c), applicantOf(c), signerOf(c)].filter(
    (actor) => actor !== null,
  )
  try {
    return authorizeDocument(c.var.deps, actors, id, null)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Strangers read the same about every reference. */
function receiptNews(deps: Deps, opened: string | null): ReceiptNews {
  if (opened !== null) return isReceiptComing(deps, opened) ? 'coming' : 'missing'
  return canSendEmails(deps) ? 'coming' : 'unknown'
}

type Props = { company: Company; receipt: ComponentProps<typeof SubmittedReference> }

export default function Success({ company, receipt }: Props) {
  return (
    <Layout company={company} width="form" flash={null}>
      <Island of={SubmittedReference} props={receipt} />
    </Layout>
  )
}
