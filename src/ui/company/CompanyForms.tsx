import type { FieldMetadata } from '@conform-to/react'
import type { ComponentProps } from 'react'
import { type CompanyField, companyCards, companyFields } from '#src/forms/company/company.ts'
import { AloneNotice } from '#src/ui/admin/Notices.tsx'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button, SubmitLine } from '#src/ui/fields/Button.tsx'
import { CheckboxGroup } from '#src/ui/fields/ChoiceGroup.tsx'
import { areaOf, boxesOf, hiddenOf, inputOf } from '#src/ui/fields/control.ts'
import { FileField, TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { type Company, Logo } from '#src/ui/layout/Layout.tsx'

type Props = {
  id: string
  /** A save over another `version` than this one is refused. */
  fields: Record<CompanyField | 'version' | 'currentPassword', FieldMetadata>
  /** Nobody else could confirm an approval above the limit that is saved. */
  isAlone: boolean
}

export function CompanyForm({ id, fields, isAlone }: Props) {
  return (
    <form id={id} className="sections" method="post" noValidate data-in-place="">
      <input {...hiddenOf(fields.version)} />
      <div className="cards">
        {[companyCards.slice(0, 3), companyCards.slice(3)].map((column) => (
          <div key={column[0]?.title} className="sections sections-tight">
            {column.map((card) => (
              <DetailsCard key={card.title} card={card} {...{ fields, isAlone }} />
            ))}
          </div>
        ))}
      </div>
      <div className="fields">
        <OwnPassword field={fields.currentPassword} />
        <SubmitLine action="save">Save Details</SubmitLine>
      </div>
    </form>
  )
}

type CardProps = Pick<Props, 'fields' | 'isAlone'> & { card: (typeof companyCards)[number] }

function DetailsCard({ card, fields, isAlone }: CardProps) {
  return (
    <section className="card">
      <div className="card-head">
        <h2>{card.title}</h2>
      </div>
      <div className="fields">
        {card.note && <p>{card.note}</p>}
        {isAlone && card.fields.includes('secondPersonAbove') && <AloneNotice mayInvite />}
        {card.fields.map((name) => (
          <DetailField key={name} name={name} field={fields[name]} />
        ))}
      </div>
    </section>
  )
}

function DetailField({ name, field }: { name: CompanyField; field: FieldMetadata }) {
  const { control, options = [], autoComplete = 'off', ...texts } = companyFields[name]
  if (control === 'area') return <TextArea {...areaOf(field)} {...texts} width="line" />
  if (control === 'boxes') return <CheckboxGroup {...boxesOf(field)} {...{ ...texts, options }} />
  const text = { ...inputOf(field), ...texts, autoComplete }
  if (control === 'colour') return <AccentField {...text} />
  if (control === 'number') return <TextField {...text} inputMode="numeric" width="short" />
  if (control === 'pounds') return <TextField {...text} inputMode="numeric" width="code" />
  return <TextField {...text} type={control} width={control === 'tel' ? 'phone' : 'line'} />
}

/** `islands/accent.ts` adds a picker and shows what is typed. */
function AccentField(props: ComponentProps<typeof TextField>) {
  return (
    <>
      <TextField
        {...props}
        autoComplete="off"
        spellCheck={false}
        placeholder="#d9480f"
        width="code"
      />
      <div className="accent-preview" id="accent-preview">
        <Sample theme="light" />
        <Sample theme="dark" />
      </div>
    </>
  )
}

function Sample({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <div className={`accent-sample accent-${theme}`}>
      <strong>{theme === 'light' ? 'Light theme' : 'Dark theme'}</strong>
      <span className="button button-primary">Sample</span>
    </div>
  )
}

type LogoFormProps = {
  id: string
  fields: Record<'logo' | 'currentPassword', FieldMetadata>
  company: Company
  /** A change of another logo is refused. */
  logo: string
}

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
      <input type="hidden" name="expected" value={logo} />
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
        <noscript>
          <p className="hint">
            Save the details first: an upload does not keep what is typed above.
          </p>
        </noscript>
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

type RetentionProps = {
  id: string
  fields: Record<
    'rejectedDays' | 'closedDays' | 'expected' | 'confirmed' | 'currentPassword',
    FieldMetadata
  >
}

export function RetentionForm({ id, fields }: RetentionProps) {
  const question = fields.confirmed.errors?.[0]
  return (
    <form id={id} className="card" method="post" noValidate data-in-place="">
      <input {...hiddenOf(fields.expected)} />
      <input {...hiddenOf(fields.confirmed)} />
      <div className="card-head">
        <h2>Retention</h2>
      </div>
      <div className="fields">
        <p>
          What is removed goes for good: answers, signatures, documents, account and emails. Open
          accounts are never removed. Leave a field empty to remove nothing.
        </p>
        <TextField
          {...inputOf(fields.rejectedDays)}
          label="Remove rejected applications after (days)"
          hint="Optional. Counts from the decision"
          inputMode="numeric"
          autoComplete="off"
          width="short"
        />
        <TextField
          {...inputOf(fields.closedDays)}
          label="Remove closed accounts after (days)"
          hint="Optional. Counts from the closing date, and leaves 30 days to reopen an account"
          inputMode="numeric"
          autoComplete="off"
          width="short"
        />
        {question && (
          <p className="notice notice-warn" role="alert">
            {question}
          </p>
        )}
        <OwnPassword field={fields.currentPassword} />
        <SubmitLine action="retain">Save Retention</SubmitLine>
      </div>
    </form>
  )
}
