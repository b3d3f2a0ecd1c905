import type { FieldMetadata } from '@conform-to/react'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import { inputOf } from '#src/ui/fields/control.ts'
import { FileField } from '#src/ui/fields/Field.tsx'
import { type Company, Logo } from '#src/ui/layout/Layout.tsx'

type LogoFormProps = {
  id: string
  fields: Record<'logo' | 'currentPassword', FieldMetadata>
  company: Company
  /** The hash of the uploaded logo, '' without one: a change of another one is refused. */
  logo: string
}

/** The logo that is shown now, and the way to another one. */
export function LogoForm({ id, fields, company, logo }: LogoFormProps) {
  return (
    <form
      id={id}
      className="card"
      method="post"
      encType="multipart/form-data"
      noValidate
      data-in-place=""
    >
      <input type="hidden" name="seen" value={logo} />
      <div className="card-head">
        <h2>Logo</h2>
      </div>
      <div className="fields">
        <p>Shown at the head of pages, emails and documents.</p>
        <Logo company={company} />
        <FileField
          {...inputOf(fields.logo, 'file')}
          label="New logo"
          hint="A PNG of at most 2400 by 2400 pixels, or an SVG made of shapes alone, which is stored as a picture; at most 512 KB"
          accept=".png,.svg,image/png,image/svg+xml"
        />
        <OwnPassword field={fields.currentPassword} />
        <div className="actions">
          <Button type="submit" variant="primary" name="action" value="upload">
            Upload Logo
          </Button>
          {logo && (
            <Button type="submit" name="action" value="remove">
              Remove Logo
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
