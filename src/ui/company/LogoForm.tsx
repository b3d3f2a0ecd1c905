import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import { FileField } from '#src/ui/fields/Field.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { Logo } from '#src/ui/layout/Logo.tsx'

export type LogoFormProps = {
  /** The hash of the uploaded logo, '' without one: a change of another one is refused. */
  version: string
  errors: { logo?: string; currentPassword?: string }
  /** The admin's password was given too long ago. */
  asksPassword: boolean
}

/** The logo that is shown now, and the way to another one. */
export function LogoForm({
  company,
  version,
  errors,
  asksPassword,
}: LogoFormProps & { company: Company }) {
  return (
    <form className="card" method="post" encType="multipart/form-data" noValidate>
      <input type="hidden" name="seen" value={version} />
      <div className="card-head">
        <h2>Logo</h2>
      </div>
      <div className="fields">
        <p>Shown at the head of pages, emails and documents.</p>
        <Logo company={company} />
        <FileField
          id="logo"
          name="logo"
          label="New logo"
          hint="A PNG of at most 2400 by 2400 pixels, or an SVG made of shapes alone, which is stored as a picture; at most 512 KB"
          error={errors.logo}
          accept=".png,.svg,image/png,image/svg+xml"
        />
        {asksPassword && (
          <OwnPassword
            id="logoPassword"
            label="Your own password, for the logo"
            error={errors.currentPassword}
          />
        )}
        <div className="actions">
          <Button type="submit" variant="primary" name="action" value="upload">
            Upload Logo
          </Button>
          {version && (
            <Button type="submit" name="action" value="remove">
              Remove Logo
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
