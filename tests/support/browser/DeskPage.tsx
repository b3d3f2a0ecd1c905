import { Island, Script } from '#src/framework/island.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { FileField, TextField } from '#src/ui/fields/Field.tsx'
import { Flash } from '#src/ui/toasts/Flash.tsx'
import { success } from '#src/ui/toasts/toast.ts'
import Steady from './sample-page/islands/Steady.tsx'
import type { SampleAnswer, SampleRequest } from './sample-site.ts'

type Desk = { notes: string[]; owner: string; typed?: string; faults?: Record<string, string> }
type Shown = Desk & { done?: string | null }

/** A page of plain forms that are sent in place: notes, an owner, an address in a dialog, a file, and an island. */
export function DeskPage({ notes, owner, typed, faults = {}, done }: Shown) {
  return (
    <>
      <main id="main" tabIndex={-1}>
        <Flash toast={done ? success(`Done: ${done}`) : null} />
        <ErrorSummary faults={faults} />
        <h1>Desk</h1>
        <form method="post" data-in-place="">
          <TextField id="note" name="note" label="Note" defaultValue={typed} error={faults.note} />
          <Button type="submit" name="action" value="note" data-waiting="Adding...">
            Add note
          </Button>
        </form>
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        <form method="post" data-in-place="">
          <input type="hidden" name="version" value={notes.length} />
          <TextField id="colleague" name="colleague" label="Colleague" />
          <Button type="submit" name="action" value={owner ? 'release' : 'take'}>
            {owner ? 'Release' : 'Take'}
          </Button>
        </form>
        <Button data-opens="move">Move</Button>
        <dialog id="move">
          <form method="post" data-in-place="">
            <TextField id="address" name="address" label="Address" error={faults.address} />
            <Button type="submit" name="action" value="move">
              Send the link
            </Button>
            <Button type="submit" formMethod="get" name="dialog" value="">
              Cancel
            </Button>
          </form>
        </dialog>
        <form method="post" encType="multipart/form-data" data-in-place="">
          <FileField id="file" name="file" label="File" accept="text/plain" />
          <Button type="submit">Upload</Button>
        </form>
        <form method="post" data-in-place="">
          <Button type="submit" name="action" value="leave">
            Leave
          </Button>
          <Button type="submit" name="action" value="fail">
            Fail
          </Button>
        </form>
        <Island of={Steady} props={{ label: `Search ${notes.length}` }} />
      </main>
      <div id="toasts" role="status" aria-live="polite" />
      <Script name="in-place" />
    </>
  )
}

/** A desk without notes: answers the forms of `DeskPage`. */
export function newDesk() {
  const desk: Desk = { notes: [], owner: '' }
  return function answer({ url, form }: SampleRequest): SampleAnswer<Shown> {
    const done = url.searchParams.get('done')
    if (!form) return { props: { ...desk, done } }
    const refuse = (field: string, text: string) => ({
      props: { ...desk, typed: form.get('note') ?? '', faults: { [field]: text } },
      status: 400,
    })
    const action = form.get('action') ?? 'upload'
    if (action === 'fail')
      return { text: '<main><p class="lead">Out of order</p></main>', status: 500 }
    if (action === 'leave') return { location: '/elsewhere' }
    if (action === 'move' && !form.get('address')) return refuse('address', 'Address is required')
    if (action === 'take') desk.owner = 'me'
    if (action === 'release') desk.owner = ''
    if (action === 'note') {
      const note = form.get('note') ?? ''
      if (!note) return refuse('note', 'Note is required')
      if (note.length > 20) return refuse('note', 'Note is too long')
      desk.notes.unshift(note)
    }
    return { location: `/?done=${action}` }
  }
}
