import { useState } from 'react'
import type { ImportReport } from '#src/forms/customers/customers.ts'
import { Report, UploadCard } from '#src/ui/admin/CustomersImport.tsx'
import { goTo } from '#src/ui/calls/go-to.ts'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { type PageAnswer, useServerForm } from '#src/ui/forms/server-form.ts'
import { refused } from '#src/ui/toasts/toast.ts'

/** The page's answer to the island: the result of a check. */
export type CheckedFile = { report: ImportReport | null }

type Props = CheckedFile & {
  page: string
  state: FormState<'file' | 'invite' | 'currentPassword'>
}

/** Checks a file and imports it. The file stays chosen in between. */
export default function ImportCustomers({ page, state, report: served }: Props) {
  const [report, setReport] = useState(served)
  const form = useServerForm<'file' | 'invite' | 'currentPassword', PageAnswer | CheckedFile>({
    id: 'import-form',
    of: state,
    page,
    action: 'check',
    failed: (message = 'The file could not be sent') => refused(message),
    asks: (answer) => !('next' in answer),
    done: (answer) =>
      'next' in answer ? goTo(answer.next, answer.toast) : setReport(answer.report),
    refused: () => setReport(null),
  })
  return (
    <div className="sections">
      {report && <Report report={report} isUnderWay={false} />}
      <UploadCard form={form} isChecked={report !== null} />
    </div>
  )
}
