import type { Context } from 'hono'
import RegistrationForm, { type Props as FormProps } from '#islands/RegistrationForm.tsx'
import { authSignatureOf } from '#src/domain/applications.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { newestOf } from '#src/domain/capabilities.ts'
import { draftValues, sectionToOpen } from '#src/domain/draft-form.ts'
import { deleteDraft } from '#src/domain/drafts.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { termsVersion } from '#src/domain/terms.ts'
import { registrationRules } from '#src/forms/constraints.ts'
import { Island } from '#src/framework/island.tsx'
import { bodyLimits, readForm } from '#src/http/body.ts'
import type { Ctx } from '#src/http/context.ts'
import { applicantOf, draftToken } from '#src/http/draft-cookie.ts'
import { describeError } from '#src/http/errors.ts'
import { page } from '#src/http/page.ts'
import { readPostedStep, saveOrSubmit } from '#src/http/registration-post.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import type { Company } from '#src/ui/company.ts'
import { Layout } from '#src/ui/Layout.tsx'
import { StartAgain } from '#src/ui/StartAgain.tsx'

export const title = 'Supplier/Client Registration Form'

/** The same for every visitor without a draft, for one day: the date of agreement starts as today. */
export const still = (c: Context) =>
  draftToken(c as Ctx) || new URL(c.req.url).search ? null : today(c as Ctx)

/** The draft of this browser, or an empty form (contract 5.5). */
export function GET(c: Ctx) {
  const draft = draftOf(c)
  if (!draft) return form(c, {})
  const asked = Number(c.req.query('section'))
  const section = [1, 2, 3, 4, 5].includes(asked) ? asked : sectionToOpen(draft)
  return form(c, { values: draftValues(c.var.deps, draft), section })
}

/** The form without scripts: every post carries everything, and gets it back when something is wrong. */
export async function POST(c: Ctx) {
  const step = readPostedStep(await readForm(c, bodyLimits.application))
  if (step.kind === 'start-again') {
    const draft = draftOf(c)
    if (draft) deleteDraft(c.var.deps, applicantOf(c), draft.id)
    return c.redirect('/client-form', 303)
  }
  const { values, section } = step
  if (step.kind === 'rows') return form(c, { values, section })
  try {
    return c.redirect(await saveOrSubmit(c, { ...step, kind: step.kind }, draftOf(c)), 303)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { errors = {} } = error.details
    const notice = Object.keys(errors).length === 0 ? error.message : null
    return form(c, { values, errors, notice, section }, describeError(error).status)
  }
}

type PageProps = { company: Company; form: Omit<FormProps, 'company'> }

export default function ClientForm({ company, form }: PageProps) {
  const { name, salesEmail, privacyUrl } = company
  return (
    <Layout
      company={company}
      width="form"
      nav={
        <ButtonLink look="ghost" href="/">
          Home
        </ButtonLink>
      }
    >
      <h1>Supplier/Client Registration Form</h1>
      <Island
        of={RegistrationForm}
        props={{ ...form, company: { name, salesEmail, privacyUrl } }}
      />
      {form.draftId && <StartAgain />}
    </Layout>
  )
}

function form(c: Ctx, given: Partial<FormProps>, status?: number) {
  const draft = draftOf(c)
  const props: PageProps['form'] = {
    draftId: draft?.id ?? null,
    values: {},
    errors: {},
    notice: null,
    section: 1,
    rules: registrationRules(),
    today: today(c),
    signatureOnFile: draft && authSignatureOf(c.var.deps, draft),
    termsVersion,
    ...given,
  }
  return page(ClientForm, { form: props }, status ? { status, title: `Error: ${title}` } : {})
}

const today = (c: Ctx) => dateIn(c.var.deps.env.APP_TIMEZONE, c.var.deps.now())

function draftOf(c: Ctx) {
  const { tokenHash } = applicantOf(c)
  return tokenHash ? newestOf(c.var.deps, tokenHash, 'write') : null
}
