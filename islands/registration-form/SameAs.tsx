import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldName } from '#src/forms/fields/fields.ts'
import { type Copy, copied, isCopied } from '#src/forms/registration/copies.ts'
import { formId } from './typing.ts'

/** A box and the fields that follow others while it is ticked. Without scripts the server copies. */
export function SameAs({
  copy,
  saved,
  children,
}: {
  copy: Copy
  /** The saved answers are the same. */
  saved: boolean
  /** Draws the followers. */
  children: (readOnly: boolean) => ReactNode
}) {
  const [ticked, setTicked] = useState(saved)
  const [awake, setAwake] = useState(false)
  const box = useRef<HTMLInputElement>(null)

  useEffect(() => {
    // before the scripts ran the box could be ticked, and its fields typed in
    const { checked = false, defaultChecked = false } = box.current ?? {}
    setTicked(checked && (!defaultChecked || isCopied(copy, answerOf)))
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
    const form = document.forms.namedItem(formId)
    const followed: string[] = Object.values(copy.from)
    const follow = ({ target }: Event) => {
      if (target && 'name' in target && followed.includes(String(target.name))) copyNow(copy)
    }
    copyNow(copy)
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
          onChange={({ target }) => setTicked(target.checked)}
        />
        <span>{copy.label}</span>
      </label>
      <div className="fields">{children(ticked && awake)}</div>
    </div>
  )
}

function copyNow(copy: Copy) {
  for (const [to, text] of copied(copy, answerOf)) {
    const follower = fieldOf(to)
    if (!follower || follower.value === text) continue
    follower.value = text
    // for what keeps and checks the typing
    follower.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

const answerOf = (name: FieldName) => fieldOf(name)?.value ?? ''

const fieldOf = (name: FieldName) =>
  document.forms.namedItem(formId)?.elements.namedItem(name) as
    | HTMLInputElement
    | HTMLTextAreaElement
    | null
