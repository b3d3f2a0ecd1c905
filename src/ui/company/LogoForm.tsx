import { Button } from '#src/ui/fields/Button.tsx'
import { FieldFrame, TextField, tied } from '#src/ui/fields/Field.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { Logo } from '#src/ui/layout/Logo.tsx'

export type LogoFormProps = {
  isUploaded: boolean
  errors: { logo?: string; currentPassword?: string }
  /** The admin's password was given too long ago. */
  asksPassword: boolean
}

/** The logo that is shown now, and the way to another one. */
export function LogoForm({
  company,
  isUploaded,
  errors,
  asksPassword,
}: LogoFormProps & { company: Company }) {
  const file = {
    id: 'logo',
    label: 'New logo',
    hint: 'A PNG of at most 512 KB and 2400 by 2400 pixels',
    error: errors.logo,
  }
  return (
    <form className="card" method="post" encType="multipart/form-data" noValidate>
      <div className="card-head">
        <h2>Logo</h2>
      </div>
      <div className="fields">
        <p>Shown at the head of pages, emails and documents.</p>
        <Logo company={company} />
        <FieldFrame {...file}>
          <input {...tied(file)} id="logo" name="logo" type="file" accept=".png,image/png" />
        </FieldFrame>
        {asksPassword && (
          <TextField
            id="logoPassword"
            name="currentPassword"
            type="password"
            label="Your own password, for the logo"
            autoComplete="current-password"
            error={errors.currentPassword}
          />
        )}
        <div className="actions">
          <Button type="submit" variant="primary" name="action" value="upload">
            Upload Logo
          </Button>
          {isUploaded && (
            <Button type="submit" name="action" value="remove">
              Remove Logo
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
