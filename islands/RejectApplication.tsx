import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { refreshPage } from '#src/ui/calls/merge-page.ts'
import type { Refusal } from '#src/ui/forms/server-form.ts'
import { Reject, type RejectProps } from '#src/ui/review/Reject.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { tellAfterwards } from '#src/ui/toasts/store.ts'

/** The reject dialog, for as long as the record around it is no island. */
export default function RejectApplication(props: RejectProps & { servedOpen: boolean }) {
  const { servedOpen, ...reject } = props
  const [isOpen, setOpen] = useState(servedOpen)
  useEffect(() => {
    const onPress = ({ target }: Event) =>
      (target as Element).closest('[data-opens=reject]') && setOpen(true)
    document.addEventListener('click', onPress)
    return () => document.removeEventListener('click', onPress)
  }, [])
  const readAgain = (done = '') =>
    refreshPage(addressOf(done)).catch(() => tellAfterwards(adminToasts.recordFailed))

  async function reread({ message }: Refusal) {
    await readAgain()
    // the merged page has props that React has not drawn yet
    const root = document.querySelector<HTMLElement>('[data-name=RejectApplication]')
    const { record }: RejectProps = JSON.parse(root?.dataset.props ?? '{}')
    if (record.status === reject.record.status) return
    flushSync(() => setOpen(false))
    const notice = document.getElementById('overtaken')
    if (!notice) return
    notice.textContent = message ?? ''
    notice.hidden = false
    notice.focus()
  }

  return (
    <Reject
      {...reject}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      done={() => readAgain('reject')}
      reread={reread}
    />
  )
}

/** Without what the page was asked to open; with the list that one came from. */
function addressOf(done: string): string {
  const list = new URLSearchParams(location.search).get('list') ?? ''
  const query = new URLSearchParams(
    [
      ['list', list],
      ['done', done],
    ].filter(([, value]) => value) as [string, string][],
  )
  return `${location.pathname}?${query}`
}
