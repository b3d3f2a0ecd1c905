import { useId, useState } from 'react'

/** Works: tells which id the browser gave its field, once somebody asks. */
export default function Steady({ label }: { label: string }) {
  const id = useId()
  const [known, setKnown] = useState<string | null>(null)
  return (
    <form>
      <label htmlFor={id}>{label}</label>
      <input id={id} name="company" />
      <button type="button" onClick={() => setKnown(id)}>
        Tell the id of {label}
      </button>
      {known !== null && <output>{known}</output>}
    </form>
  )
}
