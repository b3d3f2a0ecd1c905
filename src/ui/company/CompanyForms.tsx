import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { type CompanyField, companyCards, companyFields } from '#src/forms/company/company.ts'
import { counted } from '#src/forms/counted.ts'
import { AloneNotice } from '#src/ui/admin/Notices.tsx'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button, ButtonLink, SubmitLine } from '#src/ui/fields/Button.tsx'
import { CheckboxGroup } from '#src/ui/fields/ChoiceGroup.tsx'
import { areaOf, boxesOf, hiddenOf, inputOf } from '#src/ui/fields/control.ts'
import { FileField, TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { type Company, Logo } from '#src/ui/layout/Layout.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

/** Shows the other saved settings, with links to the pages that change them. */
export const OtherSettings = ({
  company,
  page,
  retention: { rejectedDays, closedDays },
}: {
  company: Company
  page: string
  retention: Record<'rejectedDays' | 'closedDays', string>
}) => (
  <div className="cards">
    <RecordCard id="logo-now" title="Logo">
      <p>Shown at the top of pages, emails and documents.</p>
      <Logo company={company} />
      <div className="actions">
        <ButtonLink small href={`${page}?edit=logo`}>
          Change Logo
        </ButtonLink>
      </div>
    </RecordCard>
    <RecordCard
      id="retention-now"
      title="Retention"
      rows={[
        { label: 'Rejected applications', value: removedAfter(rejectedDays) },
        { label: 'Closed accounts', value: removedAfter(closedDays) },
      ]}
    >
      <div className="actions">
        <ButtonLink small href={`${page}?edit=retention`}>
          Change Retention
        </ButtonLink>
      </div>
    </RecordCard>
  </div>
)

const removedAfter = (days: string) =>
  days ? `Removed after ${counted(Number(days), 'day')}` : 'Never removed'

/** The props of the field for the accent colour. */
export type AccentField = {
  id: string
  name: string
  label: string
  hint?: string
  error?: string
  defaultValue?: string
}

type Props = {
  id: string
  page: string
  /** Renders the field for the accent colour, with its preview. */
  accent: (field: AccentField) => ReactNode
  /** A save is refused if the stored version is not the one in `version`. */
  fields: Record<CompanyField | 'version' | 'currentPassword', FieldMetadata>
  /** Whether nobody else could confirm an approval above the saved limit. */
  isAlone: boolean
}

export function CompanyForm({ id, page, accent, fields, isAlone }: Props) {
  return (
    <PostForm id={id} className="sections" action={page} noValidate>
      <input {...hiddenOf(fields.version)} />
      <div className="cards">
        {[companyCards.slice(0, 4), companyCards.slice(4)].map((column) => (
          <div key={column[0]?.title} className="sections sections-tight">
            {column.map((card) => (
              <DetailsCard key={card.title} card={card} {...{ fields, isAlone, accent }} />
            ))}
          </div>
        ))}
      </div>
      <div className="fields">
        <OwnPassword field={fields.currentPassword} />
        <SubmitLine action="save">Save Details</SubmitLine>
      </div>
    </PostForm>
  )
}

type CardProps = Pick<Props, 'fields' | 'isAlone' | 'accent'> & {
  card: (typeof companyCards)[number]
}

function DetailsCard({ card, fields, isAlone, accent }: CardProps) {
  return (
    <section className="card">
      <div className="card-head">
        <h2>{card.title}</h2>
      </div>
      <div className="fields">
        {card.note && <p>{card.note}</p>}
        {isAlone && card.fields.includes('secondPersonAbove') && <AloneNotice mayInvite />}
        {card.fields.map((name) => (
          <DetailField key={name} name={name} field={fields[name]} accent={accent} />
        ))}
      </div>
    </section>
  )
}

type DetailFieldProps = Pick<Props, 'accent'> & { name: CompanyField; field: FieldMetadata }

function DetailField({ name, field, accent }: DetailFieldProps) {
  const { control, options = [], autoComplete = 'off', ...texts } = companyFields[name]
  if (control === 'area') return <TextArea {...areaOf(field)} {...texts} width="line" />
  if (control === 'boxes') return <CheckboxGroup {...boxesOf(field)} {...{ ...texts, options }} />
  if (control === 'colour') {
    const { id, name, error, defaultValue } = inputOf(field)
    return accent({
      id,
      name,
      ...texts,
      ...(error && { error }),
      ...(defaultValue && { defaultValue: String(defaultValue) }),
    })
  }
  const text = { ...inputOf(field), ...texts, autoComplete }
  if (control === 'number') return <TextField {...text} inputMode="numeric" width="short" />
  if (control === 'pounds') return <TextField {...text} inputMode="numeric" width="code" />
  return <TextField {...text} type={control} width={control === 'tel' ? 'phone' : 'line'} />
}

type LogoFormProps = {
  id: string
  page: string
  fields: Record<'logo' | 'currentPassword', FieldMetadata>
  company: Company
  /** Names the logo that the form changes. If there is another one by now, the change is refused. */
  logo: string
}

export function LogoForm({ id, page, fields, company, logo }: LogoFormProps) {
  return (
    <PostForm
      id={id}
      className="card fields"
      action={page}
      encType="multipart/form-data"
      noValidate
    >
      <input type="hidden" name="expected" value={logo} />
      <Logo company={company} />
      <FileField
        {...inputOf(fields.logo, 'file')}
        label="New logo"
        hint="A PNG of at most 2400 by 2400 pixels, or an SVG that contains only shapes, which is stored as a picture; at most 512 KB"
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
    </PostForm>
  )
}

type RetentionProps = {
  id: string
  page: string
  fields: Record<
    'rejectedDays' | 'closedDays' | 'expected' | 'confirmed' | 'currentPassword',
    FieldMetadata
  >
}

export function RetentionForm({ id, page, fields }: RetentionProps) {
  const question = fields.confirmed.errors?.[0]
  return (
    <PostForm id={id} className="card fields" action={page} noValidate>
      <input {...hiddenOf(fields.expected)} />
      <input {...hiddenOf(fields.confirmed)} />
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
        hint="Optional. Counted from the closing date. An account can be reopened for at least 30 days"
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
    </PostForm>
  )
}
