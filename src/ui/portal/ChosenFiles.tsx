import { type RefObject, useEffect, useRef, useState } from 'react'
import { lockedTexts, watchForLock } from '#src/forms/requests/locked-pdf.ts'
import { acceptedFiles, attachmentLimits, attachmentTexts } from '#src/forms/requests/requests.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { FileField } from '#src/ui/fields/Field.tsx'
import { sizeWords } from '#src/ui/record/size-words.ts'

type ChosenFilesProps = {
  id: string
  files: File[]
  error: string | undefined
  /** The fault of the file, or '' if nothing is wrong. */
  faultOf: (file: File) => string
  onChoose: (files: File[]) => void
}

/** Lists the files of an answer. Choosing again adds files, and each can be removed. */
export function ChosenFiles({ id, files, error, faultOf, onChoose }: ChosenFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  useKeptChoice(input, files, onChoose)
  return (
    <FileField
      id={id}
      name="files"
      ref={input}
      label="Files (optional)"
      hint="Up to five PDF, PNG or JPEG files, at most 10 MB each. You can choose more than one."
      error={error}
      accept={acceptedFiles}
      multiple
      onChange={({ currentTarget }) =>
        onChoose(withoutTwins([...files, ...(currentTarget.files ?? [])]))
      }
      after={
        files.length > 0 && (
          <>
            {files.length > attachmentLimits.files && !error && (
              <p className="field-error" role="alert">
                {attachmentTexts.tooMany}
              </p>
            )}
            <ul className="chosen" aria-label="Chosen files">
              {files.map((file) => (
                <Chosen
                  key={keyOf(file)}
                  file={file}
                  fault={faultOf(file)}
                  onRemove={() => {
                    onChoose(files.filter((other) => other !== file))
                    input.current?.focus()
                  }}
                />
              ))}
            </ul>
          </>
        )
      }
    />
  )
}

/** Keeps the chosen files, also those from before the scripts ran, and sets the control's own list, which is sent. */
function useKeptChoice(
  input: RefObject<HTMLInputElement | null>,
  files: File[],
  onChoose: (files: File[]) => void,
) {
  const isRead = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for each choice
  useEffect(() => {
    const control = input.current
    if (!control) return
    if (!isRead.current) {
      isRead.current = true
      const early = [...(control.files ?? [])]
      if (early.length > 0) return onChoose(withoutTwins(early))
    }
    const list = new DataTransfer()
    for (const file of files) list.items.add(file)
    control.files = list.files
  }, [files])
}

function Chosen({ file, fault, onRemove }: { file: File; fault: string; onRemove: () => void }) {
  const isLocked = useLock(file, fault === '')
  return (
    <li>
      <div>
        {`${file.name} (${sizeWords(file.size)})`}
        {fault && (
          <p className="field-error" role="alert">
            {fault}
          </p>
        )}
      </div>
      <Button small ignoresSecondClick aria-label={`Remove ${file.name}`} onClick={onRemove}>
        Remove
      </Button>
      {isLocked && (
        <p className="hint field-warning" role="status">
          {lockedTexts.chosen}
        </p>
      )}
    </li>
  )
}

const keyOf = ({ name, size, lastModified }: File) => `${lastModified} ${size} ${name}`

const withoutTwins = (files: File[]): File[] =>
  [...new Map(files.toReversed().map((file) => [keyOf(file), file])).values()].toReversed()

function useLock(file: File, isAsked: boolean): boolean {
  const [isLocked, setLocked] = useState(false)
  useEffect(() => {
    let isGone = false
    if (isAsked) readLock(file).then((locked) => isGone || setLocked(locked))
    return () => {
      isGone = true
    }
  }, [file, isAsked])
  return isLocked && isAsked
}

async function readLock(file: File): Promise<boolean> {
  if (!/\.pdf$/i.test(file.name) && file.type !== 'application/pdf') return false
  const lock = watchForLock()
  const decoder = new TextDecoder('latin1')
  try {
    const reader = file.stream().getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      lock.take(decoder.decode(piece.value))
    return lock.isLocked()
  } catch {
    // The file was changed or removed meanwhile. Sending the form will report that.
    return false
  }
}
