import { useState } from 'react'
import { goTo } from '#src/ui/calls/go-to.ts'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { readPage } from '#src/ui/forms/readings.ts'
import { type PageAnswer, useServerForm } from '#src/ui/forms/server-form.ts'
import { TermsEditor, type TermsResultProps } from '#src/ui/terms/TermsEditor.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { tellAfterwards } from '#src/ui/toasts/store.ts'

/** The page's answer to the island: the version that the new terms follow, and the text as customers will read it. */
export type TermsData = { expected: string; result: TermsResultProps | null }

type Props = TermsData & {
  page: string
  state: FormState<'termsText' | 'inForceFrom'>
  today: string
  timezone: string
}

export default function EditTerms({ page, state, today, timezone, ...served }: Props) {
  const [data, setData] = useState<TermsData>(served)
  const form = useServerForm<'termsText' | 'inForceFrom', PageAnswer | TermsData>({
    id: 'terms',
    of: state,
    page,
    action: 'preview',
    failed: adminToasts.termsFailed,
    asks: (answer) => !('next' in answer),
    done: (answer) =>
      'next' in answer
        ? goTo(answer.next, answer.toast)
        : setData(({ expected }) => ({ expected, result: answer.result })),
    // If somebody else has published terms meanwhile, the next try follows those.
    reread: () =>
      readPage<TermsData>(adminToasts.termsFailed()).then(
        ({ expected }) => setData({ expected, result: null }),
        () => tellAfterwards(adminToasts.termsFailed()),
      ),
  })
  return <TermsEditor form={form} {...data} {...{ today, timezone }} />
}
