import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { DocumentLookup } from '#src/forms/verify/document.ts'
import {
  faultOfFile,
  fileFaults,
  largestDocument,
  lookedAt,
  sealMark,
} from '#src/forms/verify/document.ts'
import { CallError, call, failureMessage } from '#src/ui/calls/call.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { FileField, TextArea } from '#src/ui/fields/Field.tsx'
import { OutcomeCard } from '#src/ui/verify/OutcomeCard.tsx'
import {
  checking,
  notCheckedYet,
  type Outcome,
  offline,
  outcomeOf,
  type Speaker,
  whereItGoes,
} from '#src/ui/verify/outcome.ts'

export type Answer = {
  outcome: Outcome | null
  /** The errors of a post without scripts, by field name. */
  errors: { file?: string; sha256?: string }
}

type Props = Answer & {
  speaker: Speaker
  /** The SHA-256 that the person typed. */
  typed: string
}

/** The result of the newest check in the browser, or that it is still running. */
type Check = Answer & { progress: string; count: number }

export default function VerifyFile({ speaker, typed, outcome, errors }: Props) {
  const [check, setCheck] = useState<Check>({ outcome, errors, progress: '', count: 0 })
  const [place, setPlace] = useState<keyof typeof whereItGoes>('sent')
  const input = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const newest = useRef(0)
  const canCheck = place === 'stays'

  // Browsers calculate hashes only on secure connections; elsewhere the form posts the file.
  useEffect(() => setPlace(isSecureContext ? 'stays' : 'insecure'), [])
  useEffect(() => {
    if (check.count === 0 || check.progress) return
    if (check.errors.file) input.current?.focus()
    // The focus shows the result and makes screen readers read it.
    else heading.current?.focus()
  }, [check])

  async function begin(file: File | undefined, fault: string | null = null) {
    newest.current += 1
    const count = newest.current
    const show = (part: Partial<Check>) =>
      setCheck({ outcome: null, errors: {}, progress: '', count, ...part })
    if (fault) return show({ errors: { file: fault } })
    if (!file || !canCheck) return show({ count: 0 })
    show({ progress: checking(file.name) })
    const answer = await checkFile(file, speaker)
    // A newer check has begun, so this result is out of date.
    if (count === newest.current) show(answer)
  }

  useDrops((files) => {
    const [file] = files
    if (files.length !== 1) return begin(undefined, fileFaults.several)
    // Only a file in the input can be posted.
    if (input.current) input.current.files = files
    return begin(file)
  })

  function onSubmit(event: FormEvent) {
    const file = input.current?.files?.[0]
    if (!canCheck && file) return
    event.preventDefault()
    void begin(file, file ? null : fileFaults.none)
  }

  return (
    <>
      <ErrorSummary faults={check.count === 0 ? check.errors : {}} />
      <div id="result">
        {check.outcome && <OutcomeCard {...check.outcome} headingRef={heading} />}
      </div>
      <form
        id="check"
        className="drop"
        method="post"
        action="/verify"
        encType="multipart/form-data"
        onSubmit={onSubmit}
      >
        <FileField
          ref={input}
          id="file"
          name="file"
          label="PDF document"
          hint={whereItGoes[place]}
          error={check.errors.file}
          accept=".pdf,application/pdf"
          onChange={({ currentTarget }) => begin(currentTarget.files?.[0])}
        />
        <div className="actions">
          <Button type="submit" variant="primary">
            Check Document
          </Button>
        </div>
        {/* Screen readers announce this, because nothing takes the focus yet. */}
        <p id="progress" role="status" className="hint">
          {check.progress}
        </p>
      </form>
      <details open={Boolean(typed || errors.sha256)}>
        <summary>Check a SHA-256 instead</summary>
        <form className="fields" method="get" action="/verify">
          <TextArea
            id="sha256"
            name="sha256"
            label="SHA-256 of the document"
            hint="64 characters, 0 to 9 and A to F. Spaces between them are fine."
            rows={2}
            spellCheck={false}
            autoComplete="off"
            defaultValue={typed}
            error={check.errors.sha256}
          />
          <div className="actions">
            <Button type="submit">Check SHA-256</Button>
          </div>
        </form>
      </details>
    </>
  )
}

/** Accepts files that are dropped anywhere on the page, and leaves dragged text and links to the browser. */
function useDrops(take: (files: FileList) => void) {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files')
    const onDragOver = (event: DragEvent) => hasFiles(event) && event.preventDefault()
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      latest.current(event.dataTransfer.files)
    }
    document.addEventListener('dragover', onDragOver)
    document.addEventListener('drop', onDrop)
    return () => {
      document.removeEventListener('dragover', onDragOver)
      document.removeEventListener('drop', onDrop)
    }
  }, [])
}

/** Looks up the file by its SHA-256; nothing else of it is sent. */
async function checkFile(file: File, speaker: Speaker): Promise<Answer> {
  let sha256: string
  let isSealed: boolean
  try {
    const start = new Uint8Array(await file.slice(0, lookedAt).arrayBuffer())
    const fault = faultOfFile(file.size, start)
    if (fault) return { outcome: null, errors: { file: fault } }
    const bytes = await file.arrayBuffer()
    isSealed = new TextDecoder('latin1').decode(bytes).includes(sealMark)
    const hash = await crypto.subtle.digest('SHA-256', bytes)
    sha256 = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    // The file was moved after it was chosen, or is a folder.
    const fault = file.size > largestDocument ? fileFaults.tooLarge : fileFaults.unreadable
    return { outcome: null, errors: { file: fault } }
  }
  try {
    const path = `/api/verify/${sha256}`
    const lookup = await call<DocumentLookup>('GET', path, undefined, {}, { credentials: 'omit' })
    return { outcome: outcomeOf(lookup, { by: 'file', sha256, isSealed }, speaker), errors: {} }
  } catch (error) {
    const why = error instanceof CallError ? failureMessage(error) : offline
    return { outcome: notCheckedYet(why), errors: {} }
  }
}
