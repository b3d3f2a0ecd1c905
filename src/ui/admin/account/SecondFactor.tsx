import type { ReactNode } from 'react'
import { encode } from 'uqr'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button, ButtonLink, SubmitLine } from '#src/ui/fields/Button.tsx'
import { type FormOf, inputOf } from '#src/ui/fields/control.ts'
import { TextField } from '#src/ui/fields/Field.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

export type Enrolment = { secret: string; uri: string }

/** The state of a form, whose id is the action. */
type Step = FormOf<'code' | 'currentPassword'>

type SecondFactorProps = {
  isOn: boolean
  isRequired: boolean
  codesLeft: number
  /** When the codes were made, in milliseconds; 0 if there are none. */
  codesMade: number
  enrolment: Enrolment | null
  /** The codes, which are shown only once, right after they were made. */
  recoveryCodes: string[]
  begin: Step
  confirm: Step
  page: string
  /** Renders a button that copies `text`. */
  copy: (label: string, text: string) => ReactNode
}

export function SecondFactor(props: SecondFactorProps) {
  const { isOn, enrolment, recoveryCodes, begin, confirm, page, copy } = props
  // Without the key, the step is shown again only to ask for the password.
  const isConfirming = enrolment !== null || !confirm[0].valid
  return (
    <RecordCard id="second-factor" title="Two-step sign-in">
      {recoveryCodes.length > 0 && <RecoveryCodes codes={recoveryCodes} {...{ page, copy }} />}
      {isOn && recoveryCodes.length === 0 && <IsOn {...props} />}
      {!isOn && isConfirming && (
        <StepForm page={page} step={confirm} button="Confirm Code">
          {enrolment && <KeyForApp {...enrolment} copy={copy} />}
          <CodeField step={confirm} label="Code from your app" />
        </StepForm>
      )}
      {!isOn && !isConfirming && (
        <StepForm page={page} step={begin} button="Set Up Two-step Sign-in">
          <p>
            A second factor protects your account: a code from an app on your phone, asked for after
            your password.
          </p>
          <p>
            You need an authenticator app, such as Google Authenticator, Microsoft Authenticator or
            the password manager of your phone.
          </p>
        </StepForm>
      )}
    </RecordCard>
  )
}

const KeyForApp = ({ secret, uri, copy }: Enrolment & Pick<SecondFactorProps, 'copy'>) => (
  <>
    <p>Scan this with your app:</p>
    <QrCode text={uri} />
    <p>
      Or type this key into it: <code className="key">{inFours(secret)}</code>
    </p>
    {copy('Copy Key', secret)}
    <p>
      <a href={uri}>Open in an app on this device</a>
    </p>
  </>
)

const inFours = (text: string) => text.replace(/.{4}(?=.)/g, '$& ')

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dots = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the key">
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" shapeRendering="crispEdges" d={dots.join('')} />
    </svg>
  )
}

type RecoveryCodesProps = { codes: string[] } & Pick<SecondFactorProps, 'page' | 'copy'>

const RecoveryCodes = ({ codes, page, copy }: RecoveryCodesProps) => (
  <>
    {/* biome-ignore lint/a11y/noAutofocus: the answer to a post begins with the secret */}
    <p tabIndex={-1} autoFocus className="shown-once">
      <strong>Keep these recovery codes safe.</strong> Each works once, for example when your phone
      is lost. They will not be shown again, even if you reload this page.
    </p>
    <ul className="codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <div className="actions no-print">
      {copy('Copy All', codes.join('\n'))}
      <ButtonLink
        small
        download="recovery-codes.txt"
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\r\n')}\r\n`)}`}
      >
        Download
      </ButtonLink>
    </div>
    <form method="get" action={page} className="stack no-print">
      <label className="choice">
        <input type="checkbox" required /> I have kept these codes
      </label>
      <div className="actions">
        <Button small type="submit">
          Done
        </Button>
      </div>
    </form>
  </>
)

function IsOn({ isRequired, codesLeft, page }: SecondFactorProps) {
  return (
    <>
      <p>{`It is on for your account. Recovery codes left: ${codesLeft}.`}</p>
      {isRequired && <p>It is required for everybody.</p>}
      <div className="actions">
        <ButtonLink small href={`${page}?edit=renew`}>
          New Recovery Codes
        </ButtonLink>
        {!isRequired && (
          <ButtonLink small href={`${page}?edit=turn-off`}>
            Turn It Off
          </ButtonLink>
        )}
      </div>
    </>
  )
}

const codeOrRecovery = 'Code from your app, or a recovery code'

type RenewalFormProps = { page: string; step: Step; codesMade: number }

export const RenewalForm = ({ page, step, codesMade }: RenewalFormProps) => (
  <div className="card">
    <StepForm page={page} step={step} button="Renew Recovery Codes">
      <input type="hidden" name="made" value={codesMade} />
      <p>New recovery codes replace the current ones, which then no longer work.</p>
      <CodeField step={step} label={codeOrRecovery} />
    </StepForm>
  </div>
)

export const TurnOffForm = ({ page, step }: { page: string; step: Step }) => (
  <div className="card">
    <StepForm page={page} step={step} button="Turn Off Two-step Sign-in">
      <CodeField step={step} label={codeOrRecovery} />
    </StepForm>
  </div>
)

type StepFormProps = { page: string; step: Step; button: string; children: ReactNode }

function StepForm({ page, step: [form, fields], button, children }: StepFormProps) {
  return (
    <PostForm id={form.id} action={page} className="stack" noValidate>
      {children}
      <OwnPassword field={fields.currentPassword} />
      <SubmitLine action={form.id}>{button}</SubmitLine>
    </PostForm>
  )
}

const CodeField = ({ step: [, { code }], label }: { step: Step; label: string }) => (
  <TextField {...inputOf(code)} label={label} width="code" autoComplete="one-time-code" />
)
