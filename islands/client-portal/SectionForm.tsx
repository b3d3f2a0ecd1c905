import { fields } from '#src/forms/fields/fields.ts'
import { editedFields, type PortalSection, portalFields } from '#src/forms/portal/portal.ts'
import { rowsOf } from '#src/forms/registration/form-values.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { SignInAgain } from '#src/ui/sign-in/SignInAgain.tsx'
import { Directors } from '../registration-form/Directors.tsx'
import { FormField } from '../registration-form/FormField.tsx'
import { AnswerRows, answerRows } from './Answers.tsx'
import type { Portal } from './use-portal.ts'

/** A section in edit mode; it posts to its page by itself, and is a call once the island is awake. */
export function SectionForm({ section, portal }: { section: PortalSection; portal: Portal }) {
  const { typed, errors, notice, ended, pending, version } = portal
  const address = `/client-portal?tab=${section}`
  return (
    <>
      {notice && (
        <div
          className="notice notice-warn"
          id="section-notice"
          role="alert"
          tabIndex={-1}
          // biome-ignore lint/a11y/noAutofocus: the answer to a post begins with why it was refused
          autoFocus
        >
          {ended ? <SignInAgain href="/client-login" button="Save" /> : <p>{notice}</p>}
          {!ended && (
            <p>
              <a href={address}>Reload the page</a>
            </p>
          )}
        </div>
      )}
      <form
        id={`form-${section}`}
        method="post"
        action={`${address}&edit=${section}`}
        noValidate
        className="fields"
        onSubmit={portal.save}
      >
        {/* The form's default button: Enter in a field means Save. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="section" value={section} />
        <input type="hidden" name="application" value={String(portal.record.id)} />
        <input type="hidden" name="version" value={version} />
        {section === 'directors' ? (
          <Directors rows={rowsOf(typed)} errors={errors} />
        ) : (
          editedFields(section).map((name) => (
            <FormField
              key={name}
              name={name}
              {...(name === 'mainEmail' && { hint: mainEmailHint(portal) })}
              value={(typed[name] as string | string[] | undefined) ?? ''}
              error={errors[name]}
            />
          ))
        )}
        <AsSigned section={section} portal={portal} />
        <div className="actions">
          <Button type="submit" variant="primary" {...(pending && { 'aria-disabled': true })}>
            {pending ? 'Saving...' : 'Save'}
          </Button>
          <Button type="submit" form={`cancel-${section}`}>
            Cancel
          </Button>
        </div>
      </form>
      <form
        id={`cancel-${section}`}
        method="get"
        action="/client-portal"
        onSubmit={(event) => {
          event.preventDefault()
          portal.cancel()
        }}
      >
        <input type="hidden" name="tab" value={section} />
      </form>
    </>
  )
}

/** Signed fields are shown where the form asked for them. */
function AsSigned({ section, portal }: { section: PortalSection; portal: Portal }) {
  const signed = portalFields(section).filter((name) => fields[name].signed)
  if (signed.length === 0) return null
  return (
    <section aria-labelledby="as-signed">
      <h3 id="as-signed">As signed</h3>
      <p className="hint">You cannot change these after signing.</p>
      <AnswerRows rows={answerRows(signed, portal.record)} />
    </section>
  )
}

const mainEmailHint = ({ signIn }: Portal) =>
  `We write to this address about your application. You sign in with ${signIn.email}.`
