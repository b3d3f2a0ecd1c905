import type { FormValues } from '#src/forms/registration/form-values.ts'
import type { ShownTerms } from '#src/ui/registration/Terms.tsx'

export type Props = {
  /** Reference of this browser's draft; `null` before the first save. */
  draftId: string | null
  values: FormValues
  /** After a post that was not taken: the answers that are saved, where `values` are those that were posted. */
  stored: FormValues | null
  errors: Record<string, string>
  /** Warnings about formats, by field. */
  warnings: Record<string, string>
  /** Why a post was refused, when it is no field's fault. */
  notice: string | null
  section: number
  /** In the supplier's time zone. */
  thisYear: number
  /** The signature that the draft has already, as a data address. */
  signatureOnFile: string | null
  company: { name: string; salesEmail: string; privacyUrl: string | null }
  terms: ShownTerms
}
