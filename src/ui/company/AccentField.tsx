import type { ComponentProps } from 'react'
import { TextField } from '#src/ui/fields/Field.tsx'

/** The accent colour, and what it looks like in both themes; `islands/accent.ts` adds a picker and shows what is typed. */
export function AccentField(props: ComponentProps<typeof TextField>) {
  return (
    <>
      <TextField
        {...props}
        autoComplete="off"
        spellCheck={false}
        placeholder="#d9480f"
        width="code"
      />
      <div className="accent-preview" id="accent-preview">
        <Sample theme="light" />
        <Sample theme="dark" />
      </div>
    </>
  )
}

/** Not a button: it does nothing. */
function Sample({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <div className={`accent-sample accent-${theme}`}>
      <strong>{theme === 'light' ? 'Light theme' : 'Dark theme'}</strong>
      <span className="button button-primary">Sample</span>
    </div>
  )
}
