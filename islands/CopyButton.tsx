import { useEffect, useState } from 'react'
import { Button } from '#src/ui/fields/Button.tsx'

type Props = { text: string; label: string }

/** Milliseconds for which the button says that it has copied. */
const saysSoFor = 2000

/** Copies `text`. The button is hidden without scripts, and over plain http, where a browser has no clipboard. */
export default function CopyButton({ text, label }: Props) {
  const [canCopy, setCanCopy] = useState(false)
  const [outcome, setOutcome] = useState('')
  useEffect(() => setCanCopy(Boolean(navigator.clipboard)), [])
  useEffect(() => {
    const timer = outcome ? setTimeout(() => setOutcome(''), saysSoFor) : undefined
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('Copied'),
      () => setOutcome('Could not copy'),
    )
  return (
    <Button small hidden={!canCopy} onClick={copy}>
      {outcome || label}
    </Button>
  )
}
