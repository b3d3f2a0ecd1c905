import type { SubmissionResult } from '@conform-to/react'
import type { Admin } from '#src/domain/actor.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { backupsOfErased } from '#src/domain/privacy/erased-copies.ts'
import { jsonPieces } from '#src/domain/privacy/json-pieces.ts'
import { downloadPerson, findHeld, type HeldOfPerson } from '#src/domain/privacy/person-export.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { personErasure, personSearch } from '#src/forms/admin/privacy.ts'
import { counted } from '#src/forms/counted.ts'
import type { Ctx } from '#src/http/context.ts'
import { sendPieces } from '#src/http/files/send-pieces.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { checkForm, replyTo } from '#src/http/requests/form-request.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { FormHead, SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button, SubmitLine } from '#src/ui/fields/Button.tsx'
import { faultsOf, inputOf } from '#src/ui/fields/control.ts'
import { TextField } from '#src/ui/fields/Field.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { type Company, PageHead } from '#src/ui/layout/Layout.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { refused, success, type Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Privacy'

export const guard = pageNeeds('settings')

const path = '/admin/privacy'

export const GET = (c: Ctx) =>
  privacyPage(c, { flash: c.req.query('done') === 'erase' ? success('Erased for good') : null })

export const POST = actions(
  {
    find(c, form) {
      const held = heldOf(c, requireAdmin(c, 'settings'), form)
      return privacyPage(c, { held })
    },
    download(c, form) {
      const admin = requireAdmin(c, 'settings')
      const { who } = checkForm(personSearch, form)
      const person = downloadPerson(c.var.deps, admin, who)
      if (!person) throw nothingHeld()
      return sendPieces(c, jsonPieces(person), 'person.json', 'application/json')
    },
    async erase(c, form) {
      const admin = requireAdmin(c, 'settings')
      const { who, currentPassword } = checkForm(personErasure, form)
      heldOf(c, admin, form)
      await askPassword(c, admin, currentPassword)
      await erasePerson(c.var.deps, who, admin)
      return `${path}?done=erase`
    },
  },
  (c, { action, form, status, message, notice, reply }: FailedPost) =>
    privacyPage(
      c,
      {
        held:
          action === 'find'
            ? null
            : findHeld(c.var.deps, requireAdmin(c, 'settings'), form.get('who') ?? ''),
        refusedAction: action,
        lastResult: reply(),
        flash: notice ? refused(message) : null,
      },
      status,
    ),
)

/** Refuses with 'invalid' if nothing is stored about the person. */
function heldOf(c: Ctx, admin: Admin, form: URLSearchParams): HeldOfPerson {
  const held = findHeld(c.var.deps, admin, checkForm(personSearch, form).who)
  if (held.applications.length === 0 && held.mentions.length === 0) throw nothingHeld()
  return held
}

const nothingHeld = () => {
  const message = 'There is no data under this address or reference'
  return new Refusal('invalid', message, { errors: { who: message } })
}

/** Shows only the search; the data is found again after the sign-in. */
export const typedAgain = (_: Ctx, form: URLSearchParams) =>
  page(PrivacyPage, {
    held: null,
    backups: [],
    refusedAction: 'find',
    lastResult: replyTo(form, {}),
    flash: null,
  })

type PageProps = {
  company: Company
  held: HeldOfPerson | null
  backups: string[]
  refusedAction: string
  lastResult: SubmissionResult | undefined
  flash: Toast | null
}

export default function PrivacyPage({ company, held, backups, flash, ...props }: PageProps) {
  const { refusedAction, lastResult } = props
  const [search, fields] = usePageForm(
    'person',
    personSearch,
    refusedAction === 'find' ? { lastResult } : {},
  )
  return (
    <SettingsPage
      current={path}
      company={company}
      flash={flash}
      lastResult={lastResult}
      faults={faultsOf({ id: 'privacy', allErrors: lastResult?.error ?? {} })}
    >
      {held ? (
        <FormHead title={`Data of ${held.who}`} back={[path, 'Privacy']} />
      ) : (
        <PageHead title={title}>
          When somebody asks which data you hold about them, find it, download it or erase it.
        </PageHead>
      )}
      <div className="sections">
        <div className="cards">
          {held ? (
            <Held held={held} lastResult={refusedAction === 'find' ? undefined : lastResult} />
          ) : (
            <RecordCard wide id="find-person" title="Find a person">
              <PostForm id={search.id} action={path} className="fields no-print" noValidate>
                <TextField
                  {...inputOf(fields.who)}
                  label="Email address or reference"
                  hint="The main or sign-in address of an application. Other applications that mention the address are listed too."
                  autoComplete="off"
                />
                <SubmitLine action="find">Find</SubmitLine>
              </PostForm>
            </RecordCard>
          )}
          {backups.length > 0 && (
            <RecordCard wide id="erased-backups" title="Backups that still contain erased people">
              <ul>
                {backups.map((backup) => (
                  <li key={backup}>{backup}</li>
                ))}
              </ul>
              <p className="quiet">
                To remove the off-site ones at once, ask the person who runs the server to run
                “person backups --forget”. Delete any copies that you keep elsewhere yourself.
              </p>
            </RecordCard>
          )}
        </div>
      </div>
    </SettingsPage>
  )
}

type HeldProps = { held: HeldOfPerson; lastResult: SubmissionResult | undefined }

/** Both buttons share one form, so that a refused download keeps what was typed to confirm the erasure. */
function Held({ held: { who, applications, mentions }, lastResult }: HeldProps) {
  const [form, fields] = usePageForm('erasure', personErasure, { lastResult })
  return (
    <PostForm id={form.id} action={path} className="sections card-wide" noValidate>
      <input type="hidden" name="who" value={who} />
      <RecordCard
        wide
        id="held"
        title="Stored data"
        rows={[
          ...applications.map(({ id, ...about }) => ({
            label: id,
            value: <Line id={id} {...about} />,
          })),
          ...mentions.map(({ application, fields }) => ({
            label: application,
            value: <MentionLine id={application} fields={fields} />,
          })),
        ]}
      >
        <div className="actions no-print">
          <Button type="submit" name="action" value="download">
            Download as JSON
          </Button>
        </div>
      </RecordCard>
      <RecordCard wide id="erase-person" title="Erase">
        {applications.length > 0 ? (
          <p>
            This deletes their applications for good, whatever their status: answers, signatures,
            documents, account and emails. The history records when it was done and by whom. The
            server then rewrites its file: within five minutes, or at three in the morning if it is
            large.
          </p>
        ) : (
          <p>
            This deletes emails to this address for good, and a signing link that was sent to it
            stops working. The applications above keep the address.
          </p>
        )}
        <div className="fields no-print">
          <TextField
            {...inputOf(fields.confirmation)}
            label={`Type “${who}” to confirm`}
            autoComplete="off"
          />
          <OwnPassword field={fields.currentPassword} />
          <div className="actions">
            <Button type="submit" variant="danger" name="action" value="erase">
              Erase for Good
            </Button>
          </div>
        </div>
      </RecordCard>
    </PostForm>
  )
}

function MentionLine({ id, fields }: { id: string; fields: string[] }) {
  const contacts = fields.filter((field) => field !== 'signerEmail')
  return (
    <>
      {fields.length > contacts.length && 'Whoever reads the address was asked to sign it. '}
      {contacts.length > 0 && `Names the address as ${contacts.join(', ')}. `}
      <a href={recordOf(id)}>{contacts.length > 0 ? 'Change it there' : 'Open it'}</a>
    </>
  )
}

function Line({ id, businessName, status, ...counts }: HeldOfPerson['applications'][number]) {
  const parts = [
    ...(counts.hasAccount ? ['an account'] : []),
    counted(counts.documents, 'document'),
    counted(counts.emails, 'email'),
    counted(counts.events, 'event'),
  ]
  return (
    <>
      <a href={recordOf(id)}>{businessName || 'No name yet'}</a>{' '}
      {`(${status}): ${parts.join(', ')}`}
    </>
  )
}

const recordOf = (id: string) => `/admin/applications/${encodeURIComponent(id)}`

function privacyPage(c: Ctx, changes: Partial<PageProps>, status = 200) {
  const props = {
    held: null,
    backups: backupsOfErased(c.var.deps),
    refusedAction: '',
    lastResult: undefined,
    flash: null,
    ...changes,
  }
  return page(PrivacyPage, props, titled(title, status))
}
