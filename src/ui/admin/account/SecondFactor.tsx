import type { ReactNode } from 'react'
import { encode } from 'uqr'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button, ButtonLink, SubmitLine } from '#src/ui/fields/Button.tsx'
import { type FormOf, inputOf } from '#src/ui/fields/control.ts'
import { TextField } from '#src/ui/fields/Field.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

export type Enrolment = { secret: string; uri: string }

/** Its id is the action. */
type Step = FormOf<'code' | 'currentPassword'>

type SecondFactorProps = {
  isOn: boolean
  isRequired: boolean
  codesLeft: number
  /** In milliseconds; 0 without any. */
  codesMade: number
  enrolment: Enrolment | null
  /** Shown once, right after they were made. */
  recoveryCodes: string[]
  begin: Step
  confirm: Step
  renew: Step
  turnOff: Step
}

export function SecondFactor(props: SecondFactorProps) {
  const { isOn, enrolment, recoveryCodes, begin, confirm } = props
  // without the key the step is shown again only to ask for the password
  const isConfirming = enrolment !== null || !confirm[0].valid
  return (
    <RecordCard id="second-factor" title="Two-step sign-in">
      {recoveryCodes.length > 0 && <RecoveryCodes codes={recoveryCodes} />}
      {isOn && recoveryCodes.length === 0 && <CodeForms {...props} />}
      {!isOn && isConfirming && (
        <StepForm step={confirm} button="Confirm Code">
          {enrolment && <KeyForApp {...enrolment} />}
          <CodeField step={confirm} label="Code from your app" />
        </StepForm>
      )}
      {!isOn && !isConfirming && (
        <StepForm step={begin} button="Set Up Two-step Sign-in">
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

const KeyForApp = ({ secret, uri }: Enrolment) => (
  <>
    <p>Scan this with your app:</p>
    <QrCode text={uri} />
    <p>
      Or type this key into it: <code className="key">{inFours(secret)}</code>
    </p>
    <CopyButton text={secret}>Copy Key</CopyButton>
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

/** `islands/copy.ts` shows it where it works. */
const CopyButton = ({ text, children }: { text: string; children: string }) => (
  <Button small hidden data-copies={text}>
    {children}
  </Button>
)

const RecoveryCodes = ({ codes }: { codes: string[] }) => (
  <>
    <p tabIndex={-1} data-shown-once="">
      <strong>Keep these recovery codes safe.</strong> Each works once, for example when your phone
      is lost. They are not shown again.
    </p>
    <ul className="codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <div className="actions no-print">
      <CopyButton text={codes.join('\n')}>Copy All</CopyButton>
      <ButtonLink
        small
        download="recovery-codes.txt"
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\r\n')}\r\n`)}`}
      >
        Download
      </ButtonLink>
    </div>
    <form method="get" action="/admin/account" className="stack no-print">
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

function CodeForms(props: SecondFactorProps) {
  const { isRequired, codesLeft, codesMade, renew, turnOff } = props
  const label = 'Code from your app, or a recovery code'
  return (
    <>
      <p>{`It is on for your account. Recovery codes left: ${codesLeft}.`}</p>
      {isRequired && <p>It is required for everybody.</p>}
      <details open={!renew[0].valid}>
        <summary>New recovery codes</summary>
        <StepForm step={renew} button="Renew Recovery Codes">
          <input type="hidden" name="made" value={codesMade} />
          <p>New recovery codes take the place of the present ones, which then no longer work.</p>
          <CodeField step={renew} label={label} />
        </StepForm>
      </details>
      {!isRequired && (
        <details open={!turnOff[0].valid}>
          <summary>Turn it off</summary>
          <StepForm step={turnOff} button="Turn Off Two-step Sign-in">
            <CodeField step={turnOff} label={label} />
          </StepForm>
        </details>
      )}
    </>
  )
}

function StepForm({
  step: [form, fields],

  button,
  children,
}: {
  step: Step
  button: string
  children: ReactNode
}) {
  return (
    <form id={form.id} method="post" className="stack" noValidate data-in-place="">
      {children}
      <OwnPassword field={fields.currentPassword} />
      <SubmitLine action={form.id}>{button}</SubmitLine>
    </form>
  )
}

const CodeField = ({ step: [, { code }], label }: { step: Step; label: string }) => (
  <TextField {...inputOf(code)} label={label} width="code" autoComplete="one-time-code" />
)
