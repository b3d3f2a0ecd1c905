import { useFormMetadata } from '@conform-to/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldName } from '#src/forms/fields/fields.ts'
import {
  followersOf,
  isCopied,
  notYetCopied,
  type SameAsBox,
  sameAsBoxes,
} from '#src/forms/registration/same-as.ts'
import { isPutBack } from './put-back.ts'

type Answers = {
  /** The id of the conform form around this component. */
  formId: string
  nameOf: (name: FieldName) => string
  others?: Partial<Record<FieldName, string>>
}

/**
 * Renders the fields in their order, with fields that can copy others behind their box. `isTicked` reads the posted
 * form.
 */
export function WithCopies({
  names,
  savedOf,
  isTicked,
  draw,
  ...answers
}: Answers & {
  names: readonly FieldName[]
  savedOf: (name: FieldName) => unknown
  isTicked: (copy: SameAsBox) => boolean
  draw: (name: FieldName, readOnly: boolean) => ReactNode
}) {
  return names.map((name) => {
    const copy = sameAsBoxes.find((copy) => followersOf(copy).includes(name))
    if (!copy) return draw(name, false)
    const followers = followersOf(copy)
    return (
      name === followers[0] && (
        <SameAs
          key={name}
          copy={copy}
          saved={isTicked(copy) || isCopied(copy, (name) => String(savedOf(name)))}
          answers={answers}
        >
          {(readOnly) => followers.map((name) => draw(name, readOnly))}
        </SameAs>
      )
    )
  })
}

/** Renders a box and the fields that copy others while it is ticked. Without scripts the server copies the answers. */
function SameAs({
  copy,
  saved,
  answers: { formId, nameOf, others },
  children,
}: {
  copy: SameAsBox
  answers: Answers
  saved: boolean
  children: (readOnly: boolean) => ReactNode
}) {
  const form = useFormMetadata(formId)
  const values = (form.value ?? {}) as Record<string, string | undefined>
  const answerOf = (name: FieldName) => values[nameOf(name)] ?? others?.[name] ?? ''
  const [ticked, setTicked] = useState(saved)
  const [stage, setStage] = useState<'asleep' | 'awake' | 'follows'>('asleep')
  const box = useRef<HTMLInputElement>(null)
  const tickedBefore = useRef(saved)
  const typed = useRef<[FieldName, string][]>([])
  const isWriting = useRef(false)

  useEffect(() => {
    // The box may have been ticked, and its fields filled in, before the scripts ran.
    if (!isPutBack() && box.current) tickedBefore.current = box.current.checked
    setStage('awake')
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, when the form has the answers that were typed before the scripts ran
  useEffect(() => {
    if (stage !== 'awake') return
    // A box that was saved as ticked stays ticked only if its fields still equal the answers that they copy.
    setTicked(tickedBefore.current && (isPutBack() || !saved || isCopied(copy, answerOf)))
    setStage('follows')
  }, [stage])

  // `saved` changes when the answers from this browser's storage are put back.
  const before = useRef(saved)
  useEffect(() => {
    if (before.current !== saved) setTicked(saved)
    before.current = saved
  }, [saved])

  const isFollowing = ticked && stage === 'follows'
  const missing = isFollowing ? notYetCopied(copy, answerOf) : []
  useEffect(() => {
    if (missing.length > 0 && !isWriting.current) queueMicrotask(() => write(missing))
  })

  function write(texts: [FieldName, string][]) {
    isWriting.current = true
    // conform replaces all answers with each change, so the change before must be rendered first.
    for (const [name, value] of texts) flushSync(() => form.update({ name: nameOf(name), value }))
    isWriting.current = false
  }

  return (
    <div className="same-as">
      <label className="choice">
        <input
          ref={box}
          type="checkbox"
          name={copy.box}
          value="yes"
          checked={ticked}
          onChange={({ target: { checked } }) => {
            // Unticking the box restores the earlier answers.
            if (!checked) write(typed.current)
            else typed.current = followersOf(copy).map((name) => [name, answerOf(name)])
            setTicked(checked)
          }}
        />
        <span>{copy.label}</span>
      </label>
      <div className="fields">{children(isFollowing)}</div>
    </div>
  )
}
