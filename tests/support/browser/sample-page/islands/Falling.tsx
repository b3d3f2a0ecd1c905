import { useEffect, useState } from 'react'

/** Hydrates, changes what it shows, then throws in an effect: React empties such a root. */
export default function Falling({ action }: { action: string }) {
  const [steps, setSteps] = useState(0)
  useEffect(() => {
    if (steps === 1) throw new Error('the island fell')
    setSteps(steps + 1)
  }, [steps])
  return (
    <form method="post" action={action}>
      <label>
        Name <input name="name" defaultValue={steps === 0 ? '' : 'changed'} />
      </label>
      <button type="submit">Send the plain form</button>
    </form>
  )
}
