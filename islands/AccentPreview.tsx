import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { accentOn, isColour, type Theme, textOn } from '#src/forms/company/accent.ts'
import { TextField } from '#src/ui/fields/Field.tsx'

type Props = {
  field: {
    id: string
    name: string
    label: string
    hint?: string
    error?: string
    defaultValue?: string
    maxLength?: number
  }
}

const builtIn = '#d9480f'

/** The field for the accent colour, with a picker and what the colour looks like in both themes. */
export default function AccentPreview({ field }: Props) {
  const [typed, setTyped] = useState('')
  const [isAwake, setAwake] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // The colour may have been typed before the scripts ran, or filled in by the browser.
  useEffect(() => {
    setTyped(input.current?.value ?? '')
    setAwake(true)
  }, [])
  const colour = typed.trim()
  const isKnown = isColour(colour)

  function pick(picked: string) {
    // The field stays uncontrolled, so that the browser notices unsaved typing in it.
    if (input.current) input.current.value = picked
    setTyped(picked)
  }

  return (
    <>
      <TextField
        {...field}
        ref={input}
        autoComplete="off"
        spellCheck={false}
        placeholder={builtIn}
        width="code"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        after={
          isAwake && (
            <input
              type="color"
              className="accent-picker"
              aria-label="Pick the accent colour"
              value={isKnown ? colour : builtIn}
              onChange={({ currentTarget }) => pick(currentTarget.value)}
            />
          )
        }
      />
      <div className="accent-preview" id="accent-preview">
        {themes.map((theme) => (
          <Sample key={theme} theme={theme} colour={isKnown ? accentOn(theme, colour) : null} />
        ))}
      </div>
      <p className="hint" role="status">
        {isKnown && outcomeOf(colour)}
      </p>
    </>
  )
}

const themes: Theme[] = ['light', 'dark']

function Sample({ theme, colour }: { theme: Theme; colour: string | null }) {
  // The preview appears only with scripts, because the content policy allows no style in the server's HTML.
  const frame = colour ? ({ '--signal': colour } as CSSProperties) : undefined
  const button = colour
    ? { background: colour, color: textOn(colour), borderBlockEndColor: 'var(--ink)' }
    : undefined
  return (
    <div className={`accent-sample accent-${theme}`} style={frame}>
      <strong>{theme === 'light' ? 'Light theme' : 'Dark theme'}</strong>
      <span className="button button-primary" style={button}>
        Sample
      </span>
    </div>
  )
}

function outcomeOf(colour: string): string {
  const [light, dark] = [accentOn('light', colour), accentOn('dark', colour)]
  if (light !== colour)
    return `${colour} is used unchanged in the dark theme and in documents. In the light theme it becomes ${light}, which is easier to see.`
  return dark === colour
    ? `${colour} is used unchanged everywhere.`
    : `${colour} is used unchanged in the light theme and in documents. In the dark theme it becomes ${dark}, which is easier to see.`
}
