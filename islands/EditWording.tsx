import { useState } from 'react'
import {
  EmailPreview,
  type EmailPreviewProps,
  EmailWordingForm,
} from '#src/ui/admin/emails/EmailWordingForm.tsx'
import { goTo } from '#src/ui/calls/go-to.ts'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { readPage } from '#src/ui/forms/readings.ts'
import { type PageAnswer, useServerForm } from '#src/ui/forms/server-form.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { tellAfterwards } from '#src/ui/toasts/store.ts'

/** The page's answer to the island. */
export type WordingData = { version: string; preview: EmailPreviewProps | null }

type Props = WordingData & {
  page: string
  state: FormState<'subject' | 'before' | 'after'>
  placeholders: [string, string][]
  isOwn: boolean
}

export default function EditWording({ page, state, placeholders, isOwn, ...served }: Props) {
  const [{ version, preview }, setData] = useState<WordingData>(served)
  const form = useServerForm<'subject' | 'before' | 'after', PageAnswer | WordingData>({
    id: 'wording',
    of: state,
    page,
    action: 'save',
    failed: adminToasts.wordingFailed,
    asks: (answer) => !('next' in answer),
    done: (answer) =>
      'next' in answer
        ? goTo(answer.next, answer.toast)
        : setData((before) => ({ ...before, preview: answer.preview })),
    // If somebody else has saved a wording meanwhile, the next save replaces it.
    reread: () =>
      readPage<WordingData>(adminToasts.wordingFailed()).then(setData, () =>
        tellAfterwards(adminToasts.wordingFailed()),
      ),
  })
  return (
    <div className="cards">
      <EmailWordingForm {...{ form, version, placeholders, isOwn }} />
      {preview && <EmailPreview {...preview} />}
    </div>
  )
}
