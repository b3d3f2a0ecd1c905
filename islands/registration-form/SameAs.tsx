import { useFormMetadata } from '@conform-to/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldName } from '#src/forms/fields/fields.ts'
import {
  type Copy,
  copies,
  followersOf,
  isCopied,
  notYetCopied,
} from '#src/forms/registration/copies.ts'
import { isPutBack } from './put-back.ts'

type Answers = {
  /** Of a form of conform, whose provider stands around this. */
  formId: string
  nameOf: (name: FieldName) => string
  others?: Partial<Record<FieldName, string>>
}

/** In their order, followers behind their box. `isTicked` is asked of the posted form. */
export function WithCopies({
  names,
  savedOf,
  isTicked,
  draw,
  ...answers
}: Answers & {
  names: readonly FieldName[]
  savedOf: (name: FieldName) => unknown
  isTicked: (copy: Copy) => boolean
  draw: (name: FieldName, readOnly: boolean) => ReactNode
}) {
  return names.map((name) => {
    const copy = copies.find((copy) => followersOf(copy).includes(name))
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

/** A box and the fields that follow others while it is ticked. Without scripts the server copies. */
function SameAs({
  copy,
  saved,
  answers: { formId, nameOf, others },
  children,
}: {
  copy: Copy
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
    // before the scripts ran the box could be ticked, and its fields typed in
    if (!isPutBack() && box.current) tickedBefore.current = box.current.checked
    setStage('awake')
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form has what was typed before the scripts ran
  useEffect(() => {
    if (stage !== 'awake') return
    // else it copies answers that go
    setTicked(tickedBefore.current && (isPutBack() || !saved || isCopied(copy, answerOf)))
    setStage('follows')
  }, [stage])

  // when what this browser kept is put back
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
    // conform takes all the answers anew with each change: the one before has to be drawn by then
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
            // gives back what stood there
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
