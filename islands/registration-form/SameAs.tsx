import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldName } from '#src/forms/fields/fields.ts'
import { type Copy, copied, copies, followersOf, isCopied } from '#src/forms/registration/copies.ts'
import { isPutBack } from './put-back.ts'

type Answers = {
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
  answers,
  children,
}: {
  copy: Copy
  answers: Answers
  saved: boolean
  children: (readOnly: boolean) => ReactNode
}) {
  const [ticked, setTicked] = useState(saved)
  const [awake, setAwake] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const at = useRef(answers)
  const typed = useRef<[FieldName, string][]>([])

  useEffect(() => {
    // before the scripts ran the box could be ticked, and its fields typed in
    const input = box.current
    if (!input) return
    // else it copies answers that go
    if (isPutBack()) input.checked = input.defaultChecked
    else setTicked(input.checked && (!input.defaultChecked || isCopied(copy, answerOf(at.current))))
    setAwake(true)
  }, [copy])

  // when what this browser kept is put back
  const before = useRef(saved)
  useEffect(() => {
    if (before.current !== saved) setTicked(saved)
    before.current = saved
  }, [saved])

  useEffect(() => {
    if (!ticked || !awake) return
    const { formId, nameOf } = at.current
    const form = document.forms.namedItem(formId)
    const followed = Object.values(copy.from).map(nameOf)
    const copyNow = () => write(copied(copy, answerOf(at.current)), at.current)
    const follow = ({ target }: Event) => {
      if (followed.includes((target as HTMLInputElement).name)) copyNow()
    }
    copyNow()
    form?.addEventListener('input', follow)
    return () => form?.removeEventListener('input', follow)
  }, [copy, ticked, awake])

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
            if (!checked) write(typed.current, answers)
            else typed.current = followersOf(copy).map((name) => [name, answerOf(answers)(name)])
            setTicked(checked)
          }}
        />
        <span>{copy.label}</span>
      </label>
      <div className="fields">{children(ticked && awake)}</div>
    </div>
  )
}

function write(texts: [FieldName, string][], answers: Answers) {
  for (const [to, text] of texts) {
    const follower = fieldOf(answers, to)
    if (!follower || follower.value === text) continue
    follower.value = text
    // for what keeps and checks the typing
    follower.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

const answerOf = (answers: Answers) => (name: FieldName) =>
  fieldOf(answers, name)?.value ?? answers.others?.[name] ?? ''

const fieldOf = ({ formId, nameOf }: Answers, name: FieldName) =>
  document.forms.namedItem(formId)?.elements.namedItem(nameOf(name)) as
    | HTMLInputElement
    | HTMLTextAreaElement
    | null
